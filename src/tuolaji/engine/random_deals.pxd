from libc.stdint cimport int64_t
cimport cython

cpdef void shuffle(State deal, Dice dice) noexcept nogil
cpdef Planes random_action(State deal, Dice dice) noexcept nogil
@cython.locals(face=int, copy=int)
cdef Planes _random_name(State deal, Dice dice) noexcept nogil
@cython.locals(plays=int64_t)
cpdef int64_t play_out(State deal, Dice dice) noexcept nogil
cpdef int64_t play_deals(State deal, Dice dice, int deals) noexcept
@cython.locals(plays=int64_t)
cdef int64_t _play_deals(State deal, Dice dice, int deals) noexcept nogil
