from libc.stdint cimport int64_t
cimport cython

cpdef void shuffle(RawDeal deal, Dice dice) noexcept nogil
cpdef Planes by_luck(RawDeal deal, Dice dice) noexcept nogil
@cython.locals(plays=int64_t)
cpdef int64_t play_out(RawDeal deal, Dice dice) noexcept nogil
cpdef int64_t play_deals(RawDeal deal, Dice dice, int deals) noexcept
@cython.locals(plays=int64_t)
cdef int64_t _play_deals(RawDeal deal, Dice dice, int deals) noexcept nogil
