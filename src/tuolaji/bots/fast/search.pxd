from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int MOST_CANDIDATES, LEVEL, _DRAWS, _LATE_DRAWS, _LIKELY, _HALF, _MOST_REGRET, _IMPOSSIBLE, _PATIENCE, _SEARCHED, _EXACT, _LOWEST, _HIGHEST

@cython.final
cdef class Search:
    cdef readonly State base
    cdef readonly State world
    cdef readonly State trial
    cdef readonly State start
    cdef State then
    cdef readonly int seat
    cdef readonly int past
    cdef bint weighing
    cdef Planes _past[216]
    cdef int _chosen[216]
    cdef Ply end
    cdef readonly UnseenCards unseen
    cdef ClubPlayer player
    cdef Dice dice
    cdef readonly int point
    cdef readonly int number
    cdef readonly int worlds
    cdef int _own
    cdef int64_t _won
    cdef int64_t _total
    cdef int64_t _value
    cdef Planes _candidates[32]
    cdef int64_t _tries[32]
    cdef int64_t going
    cdef int64_t _levels[32]
    cdef int64_t _points[32]
    cdef int64_t _gain[32]
    cdef int64_t _gain_squared[32]
    cdef int64_t _levels_squared[32]

    cpdef void begin(self, uint64_t seed, int seat, int point, bint weighing) noexcept nogil
    cpdef void clear_candidates(self) noexcept nogil
    @cython.locals(at=int)
    cpdef void add_candidate(self, Planes cards) noexcept nogil
    cpdef void narrow(self, int64_t going) noexcept nogil
    cpdef void add_past(self, Planes cards, bint chosen) noexcept nogil
    cpdef int64_t tries(self, int at) noexcept nogil
    cpdef int64_t levels(self, int at) noexcept nogil
    cpdef int64_t points(self, int at) noexcept nogil
    cpdef int64_t gain(self, int at) noexcept nogil
    cpdef int64_t gain_squared(self, int at) noexcept nogil
    cpdef int64_t levels_squared(self, int at) noexcept nogil
    cpdef int run(self, int worlds) noexcept
    @cython.locals(done=int)
    cdef int _run(self, int worlds) noexcept nogil
    @cython.locals(total=int64_t, least=int, regret=int, likely=int, draws=int, at=int)
    cdef bint _imagine(self) noexcept nogil
    cdef int _draws(self) noexcept nogil
    cdef void _take_world(self) noexcept nogil
    @cython.locals(regret=int, held=Planes)
    cdef int _regret(self) noexcept nogil
    cdef int _regret_of(self, Planes cards) noexcept nogil
    @cython.locals(first=int64_t, first_won=int64_t, gain=int64_t, more=int64_t)
    cdef void _try_all(self) noexcept nogil
    cdef void _try(self, Planes cards) noexcept nogil
    @cython.locals(won=int64_t)
    cdef void _end(self) noexcept nogil
    cdef int _act_at_random(self) noexcept nogil
