from libc.stdint cimport uint64_t
cimport cython

cdef int PER_CARD, PER_POINT, PER_TRUMP, PER_LATE_CARD, KEPT, STAYS
cdef int SAFE, SAFE_WITH_FINE, FAILED, _WORST

@cython.final
cdef class Quick:
    cdef Worth worth
    cdef int _cost[54]
    cdef Planes _units[32]
    cdef int _broken[32]
    cdef Planes best
    cdef int value, stake, else_takes, safe, helped, collects, offers
    cdef Planes _offered[128]
    cdef int _prices[128]

    cpdef int ideas(self, RawDeal deal) noexcept nogil
    cpdef Planes idea(self, int at) noexcept nogil
    cpdef int price(self, int at) noexcept nogil

    @cython.locals(held=Planes)
    cpdef Planes choose(self, RawDeal deal) noexcept nogil
    @cython.locals(best=int, lane=int, number=int, ranks=int)
    cpdef int regret(self, RawDeal deal, Planes cards) noexcept nogil
    cdef void _offer(self, Planes cards, int value) noexcept nogil
    @cython.locals(friendly=bint, later=int, total=int, coming=int, fails=int)
    cdef void _follow(self, RawDeal deal, Planes held) noexcept nogil
    @cython.locals(mine=int, chance=int, value=int)
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
    @cython.locals(number=int, others=int, steps=uint64_t, copies_of=int, top=int, ranks=int, safe=int, stands=int, least=int)
    cdef void _throws(self, RawDeal deal, int lane, Planes held) noexcept nogil
    @cython.locals(many=int, others=int, chance=int, stake=int, value=int, fails=int, own=int, out=int)
    cdef void _weigh_lead(self, RawDeal deal, int lane, Planes cards, int number, int stands) noexcept nogil
    @cython.locals(fails=int)
    cdef void _reckon_ruffs(self, RawDeal deal, int lane, int number, int ranks) noexcept nogil
    @cython.locals(top=int, ranks=int, holds=int, higher=int, fails=int, helps=int)
    cdef int _chance_of_lead(self, RawDeal deal, int lane, Planes cards, int number) noexcept nogil
