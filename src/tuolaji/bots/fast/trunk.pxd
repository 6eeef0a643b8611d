from libc.stdint cimport int8_t, int16_t, int32_t, int64_t
cimport cython

cdef int MOST_WIDTH, CELL_BITS, EVEN_BITS, INNER_BITS, FACTOR_BITS
cdef int _MOST_EVEN, _MOST_INNER, _ROOT_BITS, _NO_SPREAD
cdef int64_t _EVEN_UNIT

@cython.final
cdef class Trunk:
    cdef const int8_t[::1] weights
    cdef const int32_t[::1] numbers
    cdef readonly int inputs, cells, blocks
    cdef int32_t _cell[1024]
    cdef int16_t _even[1024]
    cdef int16_t _inner[1024]
    cdef int32_t _sum[1024]

    @cython.locals(weight=int64_t, number=int64_t, cell=int64_t, total=int64_t)
    cpdef void think(self, Inputs told) noexcept nogil
    @cython.locals(row=int64_t, number=int64_t, total=int64_t)
    cpdef int64_t answer(self, int at, int answers) noexcept nogil
    @cython.locals(cell=int64_t, total=int64_t)
    cdef void _take_in(self, Inputs told) noexcept nogil

@cython.locals(total=int32_t, at=int64_t)
cdef inline int32_t dot(const int8_t[::1] weights, int64_t row, const int16_t* values, int64_t number) noexcept nogil
@cython.locals(at=int64_t)
cdef void add_up(int32_t* sums, const int8_t[::1] weights, int64_t row, const int16_t* values, int64_t number) noexcept nogil
@cython.locals(at=int64_t, row=int64_t, cell=int64_t)
cdef void add_rows(int32_t* sums, const int8_t[::1] weights, const int32_t* rows, int64_t number, int64_t cells) noexcept nogil
@cython.locals(at=int64_t, row=int64_t, times=int32_t, cell=int64_t)
cdef void add_parts(int32_t* sums, const int8_t[::1] weights, const int32_t* rows, const int32_t* amounts, int64_t number, int64_t cells) noexcept nogil
@cython.locals(total=int64_t, at=int64_t, mean=int64_t, spread=int64_t, factor=int64_t, one=int64_t)
cdef void make_even(int16_t* even, const int32_t* cells, int64_t number, int64_t least) noexcept nogil
cdef inline int64_t scaled(int64_t total, int64_t factor) noexcept nogil
@cython.locals(low=int64_t, high=int64_t, middle=int64_t)
cdef int64_t root(int64_t square) noexcept nogil
