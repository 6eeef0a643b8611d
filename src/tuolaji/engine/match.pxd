from libc.stdint cimport int64_t
cimport cython

cdef int ACE

cpdef void new_match(State deal, int first_seat) noexcept nogil
cpdef void set_match(State deal, int bank, int first_seat, int deals) noexcept nogil
cpdef void end_with(
    State deal, int banker, int friends, int taken_over, int64_t levels, int fell
) noexcept nogil
@cython.locals(attackers_won=bint, attacks=bint, at_top=bint)
cpdef void count_deal(State deal) noexcept nogil
cdef bint _falls_back(State deal, int owner) noexcept nogil
cdef void _promote_owner(State deal, int owner, int64_t by) noexcept nogil
