cpdef void take_up(RawDeal deal, int level, int trump, int banker, int holder, int leader) noexcept nogil
cpdef void take_seat(RawDeal deal, int seat, Planes played, int voids, int taken, int fines) noexcept nogil
cpdef void take_call(RawDeal deal, int named, int partner, int attacker) noexcept nogil
cpdef void take_play(RawDeal deal, Planes cards, int last) noexcept nogil
cpdef void relive(RawDeal deal, Planes cards) noexcept nogil
cdef void _rank_play(RawDeal deal, Planes cards, int last) noexcept nogil
cpdef void find_partner(RawDeal deal) noexcept nogil
