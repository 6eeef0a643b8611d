from libc.stdint cimport int64_t, uint64_t
cimport cython

@cython.locals(last=bint)
cpdef int play_cards(RawDeal deal, Planes cards) noexcept nogil
cpdef int read_led(RawDeal deal, Planes cards) noexcept nogil
@cython.locals(beaten=uint64_t)
cdef Planes _stands_or_fails(RawDeal deal, Planes cards) noexcept nogil
cpdef void lay_cards(RawDeal deal, Planes cards) noexcept nogil
cdef void _tell_partner(RawDeal deal, int seat) noexcept nogil
cdef void _finish_trick(RawDeal deal) noexcept nogil
@cython.locals(attackers_won=bint, by_jack=bint)
cdef void _settle_deal(RawDeal deal, int leader, int trick_points) noexcept nogil
@cython.locals(pairs=int, factor=int64_t, bonus=int64_t)
cdef int64_t _last_bonus(RawDeal deal, int leader, int trick_points, bint attackers_won) noexcept nogil
@cython.locals(hard=bint, by_bankers=bint)
cdef bint _kitty_is_dug(RawDeal deal) noexcept nogil
