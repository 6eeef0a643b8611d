cimport cython

from libc.stdint cimport int8_t, uint64_t

cdef int STYLE_REVEAL, STYLE_CALL, STYLE_CONCEALED
cdef int JOKERS_OFF, JOKERS_LADDER, JOKERS_TWO
cdef int AFTER_OVERTURN
cdef int FLIP_JOKER, HARD_TRUMP, DEAL_AGAIN
cdef int SINGLE_SHOWN, PAIR_SHOWN, SECURED, SMALL_JOKERS, BIG_JOKERS
cdef int CALLED, LOCKED, CHANGED, ATTACKED
cdef int BID, REINFORCED
cdef int NOT_FIXED, NOBODY, MOST_SHOWS, MOST_SUITS_SHOWN

@cython.final
cdef class Declarations:
    cdef readonly Switches switches
    cdef public int opening
    cdef public int level, banker, bank_open, trump, hard, turned, number
    cdef int8_t _levels[8]
    cdef int8_t _seats[8]
    cdef int8_t _kinds[8]
    cdef Planes _cards[8]

    cpdef void begin(self, int level, int banker) noexcept nogil
    cpdef void set_level(self, int seat, int level) noexcept nogil
    cpdef void lay(self, int seat, Planes cards, int kind) noexcept nogil
    cdef void stand(self, int trump, int banker) noexcept nogil
    cpdef void copy_from(self, Declarations other) noexcept nogil
    cpdef int level_of(self, int seat) noexcept nogil
    cpdef int seat(self, int at) noexcept nogil
    cpdef int kind(self, int at) noexcept nogil
    cpdef Planes cards(self, int at) noexcept nogil
    cpdef int declarer(self) noexcept nogil
    @cython.locals(total=int)
    cpdef int standing(self) noexcept nogil
    cpdef Planes shown(self) noexcept nogil
    cpdef Planes laid(self, int seat) noexcept nogil
    cpdef int bid(self, int seat, int suit) noexcept nogil
    cpdef int bid_after(self, int at) noexcept nogil
    cpdef int highest_bid(self) noexcept nogil

cpdef bint only_jokers(Planes cards) noexcept nogil
cpdef int level_suit(uint64_t faces, int level) noexcept nogil
cpdef int first_suit(Planes cards) noexcept nogil
