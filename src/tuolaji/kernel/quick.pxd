from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int POINT, TO_LEAD, CROSSING, TRUMP_CARD, TRUMP_MORE, TRUMP_PAIR
cdef int PLAIN_CARD, PLAIN_MORE, PLAIN_PAIR, SHORT_SUIT, HIGH_POINTS, RUFFED, PER_CARD, PER_POINT, PER_TRUMP, PER_LATE_CARD
cdef int BROUGHT, DISCARDED, KEPT, STAYS, SAFE, SAFE_WITH_FINE, FAILED
cdef int UNKNOWN_KITTY, WITHOUT_KITTY, NEAR_END, _WORST

@cython.final
cdef class Quick:
    cdef Odds odds
    cdef int _cost[54]
    cdef int _worths[54]
    cdef uint64_t weighed
    cdef int _means[5]
    cdef int _losses[5]
    cdef int found, looked, late
    cdef Planes _units[32]
    cdef int _broken[32]
    cdef Planes best
    cdef int value, left, dig, stake, else_takes, safe, helped

    @cython.locals(held=Planes)
    cpdef Planes choose(self, RawDeal deal) noexcept nogil
    @cython.locals(best=int, lane=int, number=int, ranks=int)
    cpdef int regret(self, RawDeal deal, Planes cards) noexcept nogil
    @cython.locals(buried=int)
    cdef void _find_dig(self, RawDeal deal) noexcept nogil
    cdef void _offer(self, Planes cards, int value) noexcept nogil
    cdef int _worth(self, RawDeal deal, int lane, int face) noexcept nogil
    @cython.locals(step=int, above=int, below=int, paired=bint, control=int, out=int, high=int)
    cdef int _weigh_card(self, RawDeal deal, int lane, int face) noexcept nogil
    @cython.locals(safe=int)
    cdef int _ruffed(self, RawDeal deal, int lane) noexcept nogil
    @cython.locals(out=int, faces=uint64_t, number=int)
    cdef int _worth_of(self, RawDeal deal, int lane, Planes cards) noexcept nogil
    cdef int _coming(self, RawDeal deal, int lane, int number, int seats) noexcept nogil
    @cython.locals(friendly=bint, later=int, total=int, coming=int, fails=int)
    cdef void _follow(self, RawDeal deal, Planes held) noexcept nogil
    @cython.locals(now=int, out=int)
    cdef int _points_worth(self, RawDeal deal, int total) noexcept nogil
    @cython.locals(mine=int, chance=int, value=int, faces=uint64_t, lane=int)
    cdef void _weigh_follow(self, RawDeal deal, Planes cards) noexcept nogil
    @cython.locals(wanted=int, number=int)
    cdef Planes _cheapest(self, RawDeal deal, Planes held) noexcept nogil
    cdef void _find_costs(self, RawDeal deal, uint64_t faces) noexcept nogil
    @cython.locals(faces=uint64_t, least=int, face=int)
    cdef Planes _least(self, Planes cards, int number) noexcept nogil
    @cython.locals(lane=int, floor=int, number=int, ranks=int, begins=uint64_t, lowest=int)
    cdef void _winners(self, RawDeal deal, Planes held) noexcept nogil
    @cython.locals(steps=uint64_t, lowest=int)
    cdef void _ruff_throw(self, RawDeal deal, Planes cards, int floor) noexcept nogil
    @cython.locals(faces=uint64_t)
    cdef void _lead(self, RawDeal deal) noexcept nogil
    @cython.locals(steps=uint64_t, ranks=int, begins=uint64_t, rest=uint64_t)
    cdef void _lead_units(self, RawDeal deal, int lane, Planes held, int number) noexcept nogil
    @cython.locals(number=int, others=int, copies_of=int, top=int, ranks=int, safe=int, stands=int, least=int)
    cdef void _throws(self, RawDeal deal, int lane, Planes held) noexcept nogil
    @cython.locals(many=int, others=int, chance=int, stake=int, value=int, fails=int, own=int, out=int)
    cdef void _weigh_lead(self, RawDeal deal, int lane, Planes cards, int number, int stands) noexcept nogil
    @cython.locals(fails=int)
    cdef void _reckon_ruffs(self, RawDeal deal, int lane, int number, int ranks) noexcept nogil
    @cython.locals(top=int, ranks=int, holds=int, higher=int, fails=int, helps=int)
    cdef int _chance_of_lead(self, RawDeal deal, int lane, Planes cards, int number) noexcept nogil
