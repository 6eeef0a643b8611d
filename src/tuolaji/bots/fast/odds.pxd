from libc.stdint cimport int16_t, int64_t, uint64_t
cimport cython

cdef int SURE, _MOST, _HANDS
cdef int16_t _CHANCES[6144]

@cython.locals(misses=double, chance=double)
cdef void _fill_chances()
@cython.locals(kind_of=int)
cpdef int none_of(int units, int cards, int some, int hands) noexcept nogil

@cython.final
cdef class Odds:
    cdef readonly Holdings holdings
    cdef readonly Planes unseen
    cdef int informed, allies
    cdef int foes, friends, rivals
    cdef int _may_hold[5]
    cdef int _hands[5]
    cdef int _out[5]

    cpdef void believe(self, Planes unseen, int allies) noexcept nogil
    @cython.locals(banks=bint, allied=bint)
    cpdef void look(self, State deal) noexcept nogil
    cpdef int out(self, int lane) noexcept nogil
    cpdef int unseen_of(self, uint64_t faces) noexcept nogil
    cpdef bint is_any_void(self, int seats, int lane) noexcept nogil
    @cython.locals(faces=uint64_t, begins=uint64_t)
    cpdef int cannot_top(self, State deal, int seats, int lane, int number, int ranks, int top) noexcept nogil
    cpdef int cannot_ruff(self, State deal, int seats, int lane, int number, int ranks, int top) noexcept nogil
    @cython.locals(out=int64_t, has=int64_t, seat=int)
    cdef int _believed(self, State deal, int seats, int lane, int number, int ranks, int top) noexcept nogil
    @cython.locals(out=int64_t, void=int64_t, ruffs=int64_t, seat=int)
    cdef int _believed_ruff(self, State deal, int seats, int lane, int number, int ranks, int top) noexcept nogil
    @cython.locals(out=int64_t, void=int64_t, ruffs=int64_t, seat=int)
    cpdef int cannot_ruff_all(self, State deal, int seats, Lead units) noexcept nogil
    cpdef int lead_stands(self, State deal, int seats, int lane, int number, int ranks, int top) noexcept nogil
    cpdef int stands(self, State deal, int seats, int best) noexcept nogil
