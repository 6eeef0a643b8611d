from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int64_t FULL

@cython.final
cdef class Holdings:
    cdef readonly Planes loose
    cdef Planes _sure[8]
    cdef int _unpaired[8]
    cdef int _chances[432]
    cdef int64_t _misses[64]

    cpdef void set_loose(self, Planes cards) noexcept nogil
    cpdef void set_seat(self, int seat, Planes sure, int unpaired) noexcept nogil
    cpdef void set_chance(self, int seat, int face, int chance) noexcept nogil
    cpdef int64_t has(self, Order order, int seat, int lane, int number, int ranks, int top) noexcept nogil
    @cython.locals(out=int64_t, lengths=uint64_t)
    cpdef int64_t has_all(self, Order order, int seat, Lead units) noexcept nogil
    @cython.locals(faces=uint64_t, rest=uint64_t, places=int64_t, left=int64_t, fails=int64_t, face=int, chance=int64_t)
    cdef int64_t _has_card(self, Order order, int seat, int lane, int top) noexcept nogil
    @cython.locals(steps=int, faces=uint64_t, face=int, wanted=int, chance=int64_t, step=int, fails=int64_t)
    cdef int64_t _has_unit(self, Order order, int seat, int lane, int number, int ranks, int top) noexcept nogil

@cython.locals(has=int64_t)
cpdef int64_t at_least(int wanted, int copies_out, int64_t chance) noexcept nogil
