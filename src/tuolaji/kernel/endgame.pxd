from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int PLIES

@cython.final
cdef class Ply:
    cdef readonly RawDeal deal
    cdef Ply next
    cdef int has_next

    @cython.locals(attacks=bint, value=int64_t)
    cpdef int64_t solve(self, int64_t low, int64_t high) noexcept nogil
    cdef int64_t _worst(self) noexcept nogil
    cdef int64_t _after(self, Planes cards, int64_t low, int64_t high, int64_t worst) noexcept nogil
    @cython.locals(best=int64_t, worst=int64_t, attacks=bint, value=int64_t, faces=uint64_t)
    cdef int64_t _pairs(self, int64_t low, int64_t high) noexcept nogil
    @cython.locals(best=int64_t, worst=int64_t, attacks=bint, value=int64_t, faces=uint64_t, others=uint64_t)
    cdef int64_t _of_size(self, int wanted, int64_t low, int64_t high) noexcept nogil
