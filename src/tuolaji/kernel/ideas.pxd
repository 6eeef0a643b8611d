from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int MOST_IDEAS, FACTS, _LOW_TRUMP, _HIGH_PLAIN, _LATE

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
