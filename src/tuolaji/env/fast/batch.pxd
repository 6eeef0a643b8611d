from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int DEAL_OVER, MATCH_OVER, STEP, CHOOSE, DISMISS, NO_HINT, _FIRST_DEALS
cdef int _DEAL_BYTES, _TRAIL_BYTES

cpdef void begin_next(State deal, Dice dice, int fresh) noexcept nogil
@cython.locals(rungs=int)
cdef void _random_match(State deal, Dice dice) noexcept nogil
cpdef int64_t reward_levels(State deal, int seat) noexcept nogil
@cython.locals(over=int64_t)
cpdef int64_t reward_points(State deal, int seat) noexcept nogil

@cython.final
cdef class Part:
    cdef Tables tables
    cdef Gate go
    cdef Gate done
    cdef int ordered

    cpdef void begin(self, uint64_t seed)
    cpdef void do(self, int order)
    cpdef void order(self, int order) noexcept nogil
    cpdef void wait(self)
    cpdef void serve(self)
    cdef void _serve(self) noexcept nogil
    cdef void _do(self, int order) noexcept nogil

@cython.final
cdef class Tables:
    cdef Tables left
    cdef Tables right
    cdef Tables first
    cdef Sheets sheets
    cdef ClubPlayer player
    cdef State deal
    cdef Trail trail
    cdef Dice dice
    cdef Dice luck
    cdef Planes wanted
    cdef int row
    cdef int has_left
    cdef int has_right

    cdef void _begin(self, uint64_t seed) noexcept nogil
    cdef void _step(self, Tables after) noexcept nogil
    cdef void _fetch(self) noexcept nogil
    cdef void _choose(self) noexcept nogil
    cdef void _clear(self) noexcept nogil
    cdef void _push(self, int token) noexcept nogil
    cdef void _acted(self) noexcept nogil
    cdef void _finish(self) noexcept nogil
    cdef void _deal_next(self) noexcept nogil
    @cython.locals(seat=int, wide=int)
    cdef void _go_on(self) noexcept nogil
    cdef bint _is_house(self) noexcept nogil
    cdef void _play_house(self, Planes tokens) noexcept nogil
    cdef void _think_ahead(self) noexcept nogil
    @cython.locals(rest=Planes, face=int)
    cdef int _hint(self) noexcept nogil
