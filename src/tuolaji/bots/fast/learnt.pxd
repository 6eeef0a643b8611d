from libc.stdint cimport int64_t
cimport cython

cdef int64_t _NEVER

@cython.final
cdef class Learnt:
    cdef readonly Inputs inputs
    cdef readonly Trunk policy

    @cython.locals(tokens=Planes, token=int)
    cpdef Planes choose(self, State deal, Trail trail) noexcept nogil
    cpdef void look(self, State deal, Trail trail) noexcept nogil
    cpdef int64_t likely(self, int token) noexcept nogil
    @cython.locals(best=int, most=int64_t, token=int, likely=int64_t)
    cdef int _likeliest(self, Planes tokens) noexcept nogil
