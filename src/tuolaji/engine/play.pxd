from libc.stdint cimport int64_t, uint64_t
cimport cython

cpdef inline int play_cards(State deal, Planes cards) noexcept nogil
cdef void mark_void(State deal, Planes cards) noexcept nogil
cdef void open_trick(State deal, Planes cards, bint last) noexcept nogil
@cython.locals(better=int, standing=Planes)
cdef inline void take_if_better(State deal, int seat, Planes cards) noexcept nogil
cpdef int read_led(State deal, Planes cards) noexcept nogil
@cython.locals(beaten=uint64_t)
cdef Planes _stands_or_fails(State deal, Planes cards) noexcept nogil
cpdef inline void lay_cards(State deal, Planes cards) noexcept nogil
cdef void next_turn(State deal) noexcept nogil
cdef void rank_trick(State deal) noexcept nogil
cdef void _notice_friends(State deal, int seat, Planes cards) noexcept nogil
cdef void _notice_holder(State deal, int at, int seat) noexcept nogil
cdef void _join_by_play(State deal, int at, int seat) noexcept nogil
cdef bint _all_seen(State deal, int face) noexcept nogil
cdef void _tell_friend(State deal, int at, int seat) noexcept nogil
cdef void _tell_friends(State deal) noexcept nogil
cdef int trick_points(State deal) noexcept nogil
cdef void _finish_trick(State deal) noexcept nogil
@cython.locals(attackers_won=bint, by_jack=bint)
cdef void settle_deal(State deal) noexcept nogil
cdef void end_deal(State deal) noexcept nogil
@cython.locals(factor=int64_t, bonus=int64_t)
cdef int64_t _dig(State deal, bint attackers_won) noexcept nogil
@cython.locals(by_bankers=bint)
cdef bint _kitty_is_dug(State deal) noexcept nogil
