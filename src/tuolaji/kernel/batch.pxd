from libc.stdint cimport int32_t, int64_t, int8_t, uint8_t, uint64_t
cimport cython

cdef int DEAL_OVER, MATCH_OVER, _FIRST_DEALS

cpdef void begin_next(RawDeal deal, Dice dice, int fresh) noexcept nogil
@cython.locals(rungs=int)
cdef void _match_by_luck(RawDeal deal, Dice dice) noexcept nogil
cpdef int64_t reward_levels(RawDeal deal, int seat) noexcept nogil
@cython.locals(over=int64_t)
cpdef int64_t reward_points(RawDeal deal, int seat) noexcept nogil

@cython.final
cdef class Sheets:
    cdef int32_t[::1] actions
    cdef uint64_t[:, ::1] words
    cdef int32_t[:, ::1] scalars
    cdef uint64_t[:, ::1] world
    cdef uint64_t[:, ::1] masks
    cdef int8_t[::1] seats
    cdef int64_t[:, ::1] levels
    cdef int64_t[:, ::1] points
    cdef uint8_t[::1] over
    cdef int skips
    cdef int fresh
    cdef int observes
    cdef int observes_world

    cpdef void take_observations(self, uint64_t[:, ::1] words, int32_t[:, ::1] scalars)
    cpdef void take_world(self, uint64_t[:, ::1] world)
    cpdef void take_results(
        self,
        uint64_t[:, ::1] masks,
        int8_t[::1] seats,
        int64_t[:, ::1] levels,
        int64_t[:, ::1] points,
        uint8_t[::1] over,
    )

@cython.final
cdef class Tables:
    cdef Tables left
    cdef Tables right
    cdef Sheets sheets
    cdef RawDeal deal
    cdef Dice dice
    cdef Dice luck
    cdef int row
    cdef int has_left
    cdef int has_right

    cpdef void begin(self, uint64_t seed)
    cpdef void step(self)
    cpdef void choose(self)
    cdef void _begin(self, uint64_t seed) noexcept nogil
    cdef void _step(self) noexcept nogil
    cdef void _choose(self) noexcept nogil
    cdef void _clear(self) noexcept nogil
    cdef void _push(self, int token) noexcept nogil
    cdef void _finish(self) noexcept nogil
    cdef void _go_on(self) noexcept nogil
