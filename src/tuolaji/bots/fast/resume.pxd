from libc.stdint cimport uint64_t
cimport cython

cpdef void take_up(State deal, int level, int trump, int banker, int holder, int leader) noexcept nogil
cpdef void take_seat(State deal, int seat, Planes played, int voids, int taken, int fines) noexcept nogil
cpdef void take_attack(State deal, int attacker) noexcept nogil
@cython.locals(face=int, copy=int)
cpdef void take_friends(State deal, State other) noexcept nogil
cpdef void expect_friends(State deal) noexcept nogil
@cython.locals(seat=int)
cdef int _next_to_join(State deal, int face, int copy) noexcept nogil
cpdef void take_course(State deal, int phase, int turn, int drawn, int fixed, int to_ask) noexcept nogil
cpdef void take_bank(State deal, int banker, int holder) noexcept nogil
cpdef void take_options(State deal, int seat, uint64_t options) noexcept nogil
cpdef void take_exposed(State deal, int seat, Planes cards) noexcept nogil
cpdef void take_play(State deal, Planes cards, bint last) noexcept nogil
cpdef void repeat_play(State deal, Planes cards) noexcept nogil
cdef void _rank_laid(State deal, Planes cards, bint last) noexcept nogil
