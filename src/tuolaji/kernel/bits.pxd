from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    int __builtin_popcountll(uint64_t mask) noexcept nogil
    int __builtin_clzll(uint64_t mask) noexcept nogil
    int __builtin_ctzll(uint64_t mask) noexcept nogil

cdef inline int popcount(uint64_t mask) noexcept nogil:
    return __builtin_popcountll(mask)

cdef inline int top_bit(uint64_t mask) noexcept nogil:
    return 63 - __builtin_clzll(mask)

cdef inline int low_bit(uint64_t mask) noexcept nogil:
    return __builtin_ctzll(mask)
