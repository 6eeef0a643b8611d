from libc.stdint cimport int16_t, int64_t, int8_t, uint8_t, uint64_t
cimport cython

cdef int DRAW, CALL, BURY, CHANGE, PARTNER, PLAY, OVER, COUNT, NAME, STEAL, SEATS
cdef int DONE, FINISHED, NOT_IN_HAND, WRONG_NUMBER, NOT_FOLLOWING, WRONG_PHASE, BAD_SHOW, BAD_LEAD, BAD_FRIEND

@cython.final
cdef class State:
    cdef readonly Switches switches
    cdef readonly Journal journal
    cdef readonly Declarations shows
    cdef readonly Order order
    cdef readonly Lead lead
    cdef uint8_t _deck[216]
    cdef Planes _hands[8]
    cdef Planes _used[9]
    cdef Planes _trick[8]
    cdef Planes _played[8]
    cdef Planes _exposed[8]
    cdef uint8_t _voids[8]
    cdef uint64_t _options[8]
    cdef int _taken[8]
    cdef int _fines[8]
    cdef int8_t _rungs[8]
    cdef uint8_t _friend_faces[3]
    cdef uint8_t _friend_copies[3]
    cdef int8_t _friends[3]
    cdef int8_t _friends_known[3]
    cdef readonly uint64_t sought
    cdef int8_t _failures[8]
    cdef readonly Planes kitty
    cdef readonly Planes chosen
    cdef readonly int64_t adjusted
    cdef readonly int64_t won
    cdef readonly int first_seat
    cdef readonly int bank
    cdef readonly int deals
    cdef readonly int winners
    cdef readonly int phase
    cdef readonly int redeal
    cdef readonly int drawn
    cdef readonly int fixed
    cdef readonly int banker
    cdef readonly int holder
    cdef readonly int attacker
    cdef readonly int called
    cdef readonly int joined
    cdef readonly int taken_over
    cdef readonly int fell
    cdef readonly int began
    cdef readonly int in_trick
    cdef readonly int level
    cdef readonly int turn
    cdef readonly int asked
    cdef readonly int to_ask
    cdef readonly int leader
    cdef readonly int last_leader
    cdef readonly int place
    cdef readonly int at_jacks
    cdef readonly int best
    cdef readonly int winner
    cdef readonly int missing
    cdef readonly int discards
    cdef readonly int barred
    cdef readonly int false_bidder

    cpdef void keep_journal(self, Journal journal)
    cdef void note(self, int kind, int seat, Planes cards, int64_t number, int64_t more) noexcept nogil
    cpdef void set_rung(self, int owner, int rung) noexcept nogil
    cpdef int rung(self, int owner) noexcept nogil
    cpdef void set_failures(self, int owner, int failures) noexcept nogil
    cpdef int failures(self, int owner) noexcept nogil
    cpdef void put_card(self, int at, int face) noexcept nogil
    cpdef int card_at(self, int at) noexcept nogil
    cpdef int first_turned(self) noexcept nogil
    cpdef int level_of(self, int seat) noexcept nogil
    cpdef void lay_out(self, int level, int trump) noexcept nogil
    cpdef int when(self) noexcept nogil
    cpdef void lead_next(self) noexcept nogil
    cpdef void clear(self) noexcept nogil
    cpdef void forget_friends(self) noexcept nogil
    cpdef void call_friend(self, int face, int copy, int seat, int known) noexcept nogil
    cpdef void set_friend(self, int at, int seat, int known) noexcept nogil
    cpdef int friend_face(self, int at) noexcept nogil
    cpdef int friend_copy(self, int at) noexcept nogil
    cpdef int friend(self, int at) noexcept nogil
    cpdef bint friend_known(self, int at) noexcept nogil
    @cython.locals(after=int)
    cdef int seat_after(self, int seat, int number) noexcept nogil
    cpdef void start(self, int phase) noexcept nogil
    cpdef Planes hand(self, int seat) noexcept nogil
    cpdef list hands(self)
    cpdef Planes played(self, int seat) noexcept nogil
    cpdef Planes exposed(self, int seat) noexcept nogil
    cpdef int voids(self, int seat) noexcept nogil
    cpdef Planes used(self, int seat) noexcept nogil
    cpdef void set_hand(self, int seat, Planes cards) noexcept nogil
    cpdef void set_kitty(self, Planes cards) noexcept nogil
    cpdef Planes on_table(self, int at) noexcept nogil
    cpdef list laid(self, int number)
    cpdef int taken(self, int seat) noexcept nogil
    cpdef int fines(self, int seat) noexcept nogil
    cpdef uint64_t options_of(self, int seat) noexcept nogil
    cpdef uint64_t options(self) noexcept nogil
    cpdef Planes option(self, int number) noexcept nogil
    cdef bint may_declare(self, int seat) noexcept nogil
    cpdef bint is_bank_side(self, int seat) noexcept nogil
    cpdef int bank_side(self) noexcept nogil
    cpdef int64_t attackers_points(self) noexcept nogil
    cpdef void copy_from(self, State other) noexcept nogil
    cpdef State clone(self)
