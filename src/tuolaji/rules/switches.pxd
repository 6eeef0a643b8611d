from libc.stdint cimport int8_t, int64_t
cimport cython

cdef int CALLED_PARTNERS, BY_NTH_PLAY, ANY_CARD, NO_POINTS, NOT_HIGHEST
cdef int TUPLES, NO_SHAPE_OWED, OVERRUFF_ALL, OVERRUFF_HIGHEST, BOMBS_IF_VOID
cdef int BY_CARDS, TEST_OPPONENTS
cdef int DIG_OFF, DIG_KITTY, DIG_LAST_TRICK
cdef int OWN_SHAPE, NO_FINE, FINE_THROWN
cdef int MOST_PAIRS
cdef int ENDLESS, REACH_TOP, COUNT_OR_SUIT, JOKERS_BY_DECKS, JOKERS_LESS_ONE, FIRST_IS_BANKER

@cython.final
cdef class Switches:
    # the build declares the integers that switches.py begins with
    cdef int8_t _ranks[14]
    cdef int64_t _factors[28]

    cpdef void set_rung(self, int rung, int rank) noexcept nogil
    cpdef int rank_at(self, int rung) noexcept nogil
    cpdef void set_factor(self, int pairs, int64_t factor) noexcept nogil
    cpdef int64_t factor(self, int pairs, int cards) noexcept nogil
    cpdef int jokers_for(self, bint small) noexcept nogil
    cpdef int most_shown(self) noexcept nogil
    cpdef int owners(self) noexcept nogil
    cpdef bint same_side(self, int seat, int other) noexcept nogil
