cimport cython

@cython.final
cdef class Gate:
    cdef Lock lock

    cpdef void open(self) noexcept nogil
    cpdef void wait(self) noexcept nogil
