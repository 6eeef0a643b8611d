from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int MOST_IDEAS, FACTS
cdef int WINS, LEADS_NEXT, POINTS_WON, POINTS_ADDED, POINTS_LOST
cdef int LOW_TRUMPS, MIDDLE_TRUMPS, LEVEL_CARDS, JOKERS_SPENT
cdef int TOPS_LOST, TOPS_SPENT, HIGH_PLAIN, PAIRS_BROKEN, PLAIN_STEPS, VOIDED
cdef int LATE_HIGH_TRUMPS, RUFFS, RUFFS_FOR_NOTHING, TOP_TRUMP, TRUMP_PAIRS
cdef int TRUMP_STEPS, LATE_TOPS
cdef int STANDING, POINTS_LED, MORE_CARDS
cdef int TOP_OF_LOST, TOP_OF_WON, LENGTH_HELD, RUFFED, FRIEND_RUFFS
cdef int LAST_OF_SUIT, SPLITS_PAIR, IS_TOP, TRUMPS_MORE, NO_TRUMPS_OUT, ONLY_TRUMPS
cdef int LATE_HELD, LATE_ELSE, LAST_TRICK, FRIEND_HAS_POINTS, FORCES_POINTS
cdef int CARDS_LEFT_HELD, CARDS_LEFT_LOST, TOPS_IF_LOST, FRIEND_HAS_TOP, TOPS_TO_CASH
cdef int HELD, BY_FRIEND, LOST
cdef int _LOW_TRUMP, _HIGH_STEP, _LATE
cdef uint64_t _POINT_CARDS

@cython.final
cdef class Ideas:
    cdef readonly int number
    cdef Planes _cards[32]
    cdef int _sums[32]
    cdef int _facts[1024]
    cdef int keeps
    cdef int _base[32]
    cdef uint64_t tops
    cdef int own_tops, threat, help, longest, trumps_out, ruffed
    cdef int friend_ruffs, friend_points, friend_top, forced

    cdef void _forget_others(self) noexcept nogil
    cpdef int base(self, int at) noexcept nogil
    cpdef Planes card(self, int at) noexcept nogil
    cpdef void keep_facts(self) noexcept nogil
    cpdef int fact(self, int at, int number) noexcept nogil
    @cython.locals(best=int)
    cpdef Planes choose(self, RawDeal deal) noexcept nogil
    cpdef void look(self, RawDeal deal) noexcept nogil
    @cython.locals(every=uint64_t, faces=uint64_t)
    cdef void _find_tops(self, RawDeal deal) noexcept nogil
    cdef void _note(self, int at, int number, int value) noexcept nogil
    cdef void _add(self, Planes cards) noexcept nogil
    @cython.locals(banks=bint, can=int)
    cdef void _follows(self, RawDeal deal) noexcept nogil
    @cython.locals(banks=bint, friendly=bint, mine=int, leads=bint, holds=bint, helped=bint, wins=bint, total=int)
    cdef void _follow_facts(self, RawDeal deal, int at) noexcept nogil
    @cython.locals(levels=uint64_t, faces=uint64_t, jokers=int, high=int, low=int, steps=int, step=int)
    cdef void _trump_facts(self, RawDeal deal, int at, Planes trumps, int left) noexcept nogil
    @cython.locals(plain=uint64_t, faces=uint64_t, tops=int, steps=int, step=int, high=int, voided=int)
    cdef void _plain_facts(self, RawDeal deal, int at, Planes cards, bint wins) noexcept nogil
    cdef void _leads(self, RawDeal deal) noexcept nogil
    @cython.locals(banks=bint, top=int, state=int)
    cdef void _lead(self, RawDeal deal, int lane, Planes held, Planes unit) noexcept nogil
    @cython.locals(banks=bint, can=int, faces=uint64_t, trumps=int)
    cdef void _look_around(self, RawDeal deal, int lane, Planes unit, int top) noexcept nogil
    cdef void _standing_facts(self, RawDeal deal, int at, Planes unit, int top, int state) noexcept nogil
    cdef void _table_facts(self, int at, int lane) noexcept nogil
    @cython.locals(trumps=uint64_t, own=int)
    cdef void _hand_facts(self, RawDeal deal, int at, int lane, Planes held, Planes unit) noexcept nogil
