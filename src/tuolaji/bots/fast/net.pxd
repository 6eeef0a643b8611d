from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
cimport cython

cdef int MOST_CELLS, CELLS_BEHIND, VALUE_OF_LEVEL, _ONE, _UNIT, _MOST_PASSED, _FINER

@cython.final
cdef class Net:
    cdef const int16_t[::1] weights
    cdef int cells
    cdef PlayFeatures traits
    cdef ClubPlayer player
    cdef int32_t _sums[1024]
    cdef int32_t _behind[32]

    cpdef void look(self, State deal) noexcept nogil
    @cython.locals(ones=uint64_t, row=int)
    cdef void _add_rows(self, int word, int sums) noexcept nogil
    @cython.locals(row=int)
    cpdef int64_t value(self, State deal, Planes cards) noexcept nogil
    @cython.locals(none=int, passed=int32_t, out=int64_t)
    cdef int64_t _pass_on(self, int row) noexcept nogil
