from libc.stdint cimport uint64_t
cimport cython

cdef int PER_CARD, PER_POINT, PER_TRUMP, PER_LATE_CARD, STAYS
cdef int SAFE, SAFE_WITH_FINE, FAILED, PROBABLE
cdef int GIVE, LEAVE, WIN, RUFFS, HOPE, DUCK
cdef int THROW, RISK, DRAW_TRUMPS, CASH, FOR_PARTNER, EXIT

@cython.final
cdef class ClubPlayer:
    cdef readonly Worth worth
    cdef Lead thrown
    cdef Costs costs
    cdef Planes _units[32]
    cdef int _broken[32]
    cdef readonly Offers offers
    cdef int stake, else_takes, takes, safe, helped

    cpdef int ideas(self, State deal) noexcept nogil

    @cython.locals(held=Planes)
    cpdef Planes choose(self, State deal) noexcept nogil
    @cython.locals(best=int, lane=int, number=int, ranks=int)
    cpdef int regret(self, State deal, Planes cards) noexcept nogil
    @cython.locals(later=int, total=int, coming=int, fails=int)
    cdef void _follow(self, State deal, Planes held) noexcept nogil
    @cython.locals(mine=int, chance=int, wins=bint, value=int, reason=int)
    cdef void _weigh_follow(self, State deal, Planes cards) noexcept nogil
    cdef int _reason_to_follow(self, State deal, Planes cards, int chance, bint wins) noexcept nogil
    @cython.locals(wanted=int, number=int)
    cdef Planes _cheapest(self, State deal, Planes held) noexcept nogil
    @cython.locals(lane=int, floor=int, number=int, ranks=int, begins=uint64_t, lowest=int)
    cdef void _winners(self, State deal, Planes held) noexcept nogil
    @cython.locals(steps=uint64_t, lowest=int)
    cdef void _ruff_throw(self, State deal, Planes cards, int floor) noexcept nogil
    @cython.locals(number=int, ranks=int, begins=uint64_t, low=int, taken=Planes, rest=Planes)
    cdef void _ruff_units(self, State deal, Planes cards) noexcept nogil
    @cython.locals(at=int, number=int, ranks=int, left=Planes, begins=uint64_t)
    cdef Planes _add_units(self, State deal, Planes cards, Planes taken) noexcept nogil
    @cython.locals(faces=uint64_t)
    cdef void _lead(self, State deal) noexcept nogil
    @cython.locals(steps=uint64_t, ranks=int, begins=uint64_t, rest=uint64_t)
    cdef void _lead_units(self, State deal, int lane, Planes held, int number) noexcept nogil
    @cython.locals(number=int, testers=int, steps=uint64_t, copies_of=int, top=int, ranks=int, safe=int, stands=int, least=int)
    cdef void _throws(self, State deal, int lane, Planes held) noexcept nogil
    @cython.locals(seats=int)
    cdef int _testers(self, State deal) noexcept nogil
    @cython.locals(many=int, others=int, chance=int, stake=int, value=int, fails=int, own=int, out=int, reason=int)
    cdef void _weigh_lead(self, State deal, int lane, Planes cards, int number, int stands) noexcept nogil
    cdef int _reason_to_lead(self, int lane, int number, int stands, int chance) noexcept nogil
    @cython.locals(fails=int)
    cdef void _reckon_ruffs(self, State deal, int lane, int number, int ranks) noexcept nogil
    @cython.locals(fails=int)
    cdef void _reckon_ruffs_of_throw(self, State deal, int lane, Planes cards) noexcept nogil
    @cython.locals(top=int, ranks=int, holds=int, higher=int, fails=int, helps=int)
    cdef int _chance_of_lead(self, State deal, int lane, Planes cards, int number) noexcept nogil
