from libc.stdint cimport int64_t
cimport cython

cpdef void take_back(State deal, int seat, Planes cards, int discard) noexcept nogil
cdef void _reopen_trick(State deal) noexcept nogil
cpdef void adjust_points(State deal, int64_t by) noexcept nogil
cpdef void break_off(State deal) noexcept nogil
cpdef void end_by_ruling(State deal, int taken_over, int64_t levels) noexcept nogil
cpdef void bar_side(State deal, int seat) noexcept nogil
cpdef void bid_was_false(State deal, int seat) noexcept nogil
cdef void _bar(State deal, int seat) noexcept nogil
