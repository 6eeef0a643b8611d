from libc.stdint cimport int16_t, uint64_t
cimport cython

cdef int SURE, _MOST, _HANDS
cdef int16_t _CHANCES[6144]

@cython.locals(misses=double, chance=double)
cdef void _fill_chances()
@cython.locals(kind_of=int)
cpdef int none_of(int units, int cards, int some, int hands) noexcept nogil

@cython.final
cdef class Odds:
    cdef Planes unseen
    cdef int foes, friends, rivals
    cdef int _may_hold[5]
    cdef int _hands[5]
    cdef int _out[5]

    @cython.locals(banks=bint)
    cpdef void look(self, RawDeal deal) noexcept nogil
    cpdef int out(self, int lane) noexcept nogil
    cpdef int unseen_of(self, uint64_t faces) noexcept nogil
    @cython.locals(faces=uint64_t, begins=uint64_t)
    cpdef int cannot_top(self, RawDeal deal, int seats, int lane, int number, int ranks, int top) noexcept nogil
    cpdef int cannot_ruff(self, RawDeal deal, int seats, int lane, int number, int ranks, int top) noexcept nogil
    cpdef int lead_stands(self, RawDeal deal, int seats, int lane, int number, int ranks, int top) noexcept nogil
    cpdef int stands(self, RawDeal deal, int seats, int best) noexcept nogil
