from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int MOST_IDEAS, FACTS, _LOW_TRUMP, _HIGH_PLAIN, _LATE
cdef int _W[192]

cpdef void set_weight(int at, int value) noexcept nogil

@cython.final
cdef class Ideas:
    cdef readonly int number
    cdef Planes _cards[32]
    cdef int _facts[1024]
    cdef int threat
    cdef int help
    cdef uint64_t tops
    cdef int own_tops
    cdef int _base[32]

    cpdef int base(self, int at) noexcept nogil

    cpdef Planes card(self, int at) noexcept nogil
    cpdef int fact(self, int at, int number) noexcept nogil
    @cython.locals(best=int, most=int, total=int)
    cpdef Planes choose(self, RawDeal deal) noexcept nogil
    cpdef void look(self, RawDeal deal) noexcept nogil
    @cython.locals(every=uint64_t, faces=uint64_t)
    cdef void _find_tops(self, RawDeal deal) noexcept nogil
    cdef void _note(self, int at, int number, int value) noexcept nogil
    cdef void _add(self, Planes cards) noexcept nogil
    @cython.locals(banks=bint, can=int)
    cdef void _follows(self, RawDeal deal) noexcept nogil
    @cython.locals(banks=bint, mine=int, friendly=bint, ours=int, theirs=int, leads=bint, wins=bint, helped=bint, total=int, own=int)
    cdef void _follow_facts(self, RawDeal deal, int at) noexcept nogil
    @cython.locals(levels=uint64_t, faces=uint64_t, jokers=int, high=int, low=int, steps=int, great=int, tops=int)
    cdef void _cost_facts(self, RawDeal deal, int at, Planes cards, Planes trumps, bint wins) noexcept nogil
    @cython.locals(steps=uint64_t)
    cdef void _leads(self, RawDeal deal) noexcept nogil
    @cython.locals(banks=bint, threat=int, friend=int, trumps=uint64_t, longest=int, theirs=int, ruffed=int, friend_void=int, friend_points=int, forced=int, friend_tops=int, can=int, held_trumps=int, state=int)
    cdef void _lead(self, RawDeal deal, int lane, Planes held, Planes unit) noexcept nogil

cdef int _best_rank(RawDeal deal, int seat) noexcept nogil
cdef Planes _competing(RawDeal deal, int seat) noexcept nogil
cdef int _best_with_bombs(Order order, Lead lead, Planes cards) noexcept nogil
cdef Planes _winner_from(RawDeal deal, int floor) noexcept nogil
cdef Planes _ruff_of_throw(RawDeal deal, Planes cards, int floor) noexcept nogil
cdef Planes _give(RawDeal deal, bint friendly) noexcept nogil
cdef Planes _one_pair(Order order, int lane, Planes cards, bint friendly) noexcept nogil
@cython.locals(tens=uint64_t, fives=uint64_t)
cdef uint64_t _liked(uint64_t faces, bint friendly) noexcept nogil
cdef Planes _cheap(Order order, Planes cards, int wanted, bint friendly) noexcept nogil
@cython.locals(trumps=uint64_t, plain=uint64_t, faces=uint64_t, best=uint64_t, here=uint64_t)
cdef Planes _cheapest(Order order, Planes cards, bint friendly) noexcept nogil
@cython.locals(begins=uint64_t)
cdef int _answer(RawDeal deal, int seat, int lane, int number, int ranks) noexcept nogil
