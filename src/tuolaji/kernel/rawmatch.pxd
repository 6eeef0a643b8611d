from libc.stdint cimport int64_t
cimport cython

cpdef void new_match(RawDeal deal, int first_seat) noexcept nogil
cpdef void set_match(RawDeal deal, int bank, int first_seat, int deals) noexcept nogil
@cython.locals(attackers_won=bint, attacks=bint)
cpdef void count_deal(RawDeal deal) noexcept nogil
cdef void _promote_owner(RawDeal deal, int owner, int64_t by) noexcept nogil
