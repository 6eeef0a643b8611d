from libc.stdint cimport int64_t
cimport cython

cdef int LEVELS_WORTH, POINTS_WORTH

@cython.final
cdef class Critic:
    cdef Inputs inputs
    cdef Trunk net
    cdef int told, values

    @cython.locals(turn=int, value=int64_t)
    cpdef int64_t value(self, State deal, Trail trail, int seat) noexcept nogil
