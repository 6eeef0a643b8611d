from libc.stdint cimport uint64_t
cimport cython

cdef uint64_t _ALL, _GOLDEN, _FIRST, _SECOND

@cython.final
cdef class Dice:
    cdef public uint64_t state

    cpdef void seed(self, uint64_t seed, uint64_t stream) noexcept nogil
    cpdef uint64_t number(self) noexcept nogil
    cpdef int below(self, uint64_t limit) noexcept nogil
    cpdef uint64_t one_of(self, uint64_t mask) noexcept nogil
    @cython.locals(most=bint)
    cpdef inline Planes cards(self, Planes cards, int wanted) noexcept nogil
    cdef uint64_t _face(self, Planes cards, int at) noexcept nogil
