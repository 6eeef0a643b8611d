cpdef void take_up(State deal, int level, int trump, int banker, int holder, int leader) noexcept nogil
cpdef void take_seat(State deal, int seat, Planes played, int voids, int taken, int fines) noexcept nogil
cpdef void take_call(State deal, int named, int partner, int attacker) noexcept nogil
cpdef void take_play(State deal, Planes cards, bint last) noexcept nogil
cpdef void repeat_play(State deal, Planes cards) noexcept nogil
cdef void _rank_laid(State deal, Planes cards, bint last) noexcept nogil
