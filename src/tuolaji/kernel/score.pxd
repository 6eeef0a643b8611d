from libc.stdint cimport int64_t

cpdef int64_t result(
    int64_t points, int64_t take_over, int64_t step, int64_t cap, bint below_zero
) except? -1 nogil
cpdef int64_t promote(
    int64_t start, int64_t by, int64_t top, int64_t must_play, bint endless
) except? -1 nogil
