from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int PLIES
cdef int64_t _FAR

@cython.final
cdef class Ply:
    cdef readonly State deal
    cdef Ply next
    cdef int64_t low
    cdef int64_t high
    cdef int64_t best
    cdef int attacks
    cdef int has_next

    @cython.locals(faces=uint64_t)
    cpdef int64_t solve(self, int64_t low, int64_t high) noexcept nogil
    @cython.locals(value=int64_t)
    cdef void _try(self, Planes cards) noexcept nogil
