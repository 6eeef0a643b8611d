from libc.stdint cimport int16_t, int64_t, int8_t, uint8_t, uint64_t
cimport cython

cdef int DRAW, CALL, BURY, CHANGE, PARTNER, PLAY, OVER, SEATS
cdef int DONE, FINISHED, NOT_IN_HAND, WRONG_NUMBER, NOT_FOLLOWING, BAD_SHOW, BAD_LEAD

@cython.final
cdef class RawDeal:
    cdef readonly Switches switches
    cdef readonly Shows shows
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
    cdef readonly int banker
    cdef readonly int holder
    cdef readonly int attacker
    cdef readonly int named
    cdef readonly int partner
    cdef readonly int partner_known
    cdef readonly int fell
    cdef readonly int in_trick
    cdef readonly int level
    cdef readonly int turn
    cdef readonly int asked
    cdef readonly int to_ask
    cdef readonly int leader
    cdef readonly int place
    cdef readonly int at_jacks
    cdef readonly int best
    cdef readonly int winner

    cpdef void new_match(self, int first_seat) noexcept nogil
    cpdef void set_match(self, int bank, int first_seat, int deals) noexcept nogil
    cpdef void set_rung(self, int owner, int rung) noexcept nogil
    cpdef int rung(self, int owner) noexcept nogil
    @cython.locals(attackers_won=bint, attacks=bint)
    cpdef void count_deal(self) noexcept nogil
    @cython.locals(endless=bint, reaches=bint)
    cdef void _promote(self, int owner, int64_t by) noexcept nogil
    cpdef void shuffle(self, Dice dice) noexcept nogil
    cpdef void put_card(self, int at, int face) noexcept nogil
    cpdef int card_at(self, int at) noexcept nogil
    @cython.locals(rebid=bint, calls=bint, opening=bint)
    cpdef void begin(self) noexcept nogil
    cdef int _level_of(self, int seat) noexcept nogil
    cdef void _lay_out(self, int level, int trump) noexcept nogil
    @cython.locals(asks=bint)
    cdef void _draw(self) noexcept nogil
    cdef void _find_options(self, int seat) noexcept nogil
    cdef bint _ask_from(self, int offset) noexcept nogil
    cdef void _ask_in_turn(self, int phase, int first, int seats) noexcept nogil
    cdef int _when(self) noexcept nogil
    cdef void _fix_trump(self) noexcept nogil
    cdef void _take_kitty(self, int seat) noexcept nogil
    cdef void _after_bury(self) noexcept nogil
    cdef void _lead_next(self) noexcept nogil
    cdef void _start_action(self, int phase) noexcept nogil
    cpdef int act(self, Planes cards) noexcept nogil
    cdef int _pass(self) noexcept nogil
    cdef int _show(self, Planes cards) noexcept nogil
    cdef int _bury(self, Planes cards) noexcept nogil
    cdef int _name(self, Planes cards) noexcept nogil
    @cython.locals(last=bint)
    cdef int _play(self, Planes cards) noexcept nogil
    cdef int _read_lead(self, Planes cards) noexcept nogil
    @cython.locals(beaten=uint64_t)
    cdef Planes _stands(self, Planes cards) noexcept nogil
    cdef void _lay(self, Planes cards) noexcept nogil
    cdef void _tell_partner(self, int seat) noexcept nogil
    cdef void _finish_trick(self) noexcept nogil
    @cython.locals(attackers_won=bint, by_jack=bint)
    cdef void _settle(self, int leader, int trick_points) noexcept nogil
    @cython.locals(pairs=int, factor=int64_t, bonus=int64_t)
    cdef int64_t _bonus(self, int leader, int trick_points, bint attackers_won) noexcept nogil
    cdef bint _kitty_counts(self) noexcept nogil
    cpdef Planes hand(self, int seat) noexcept nogil
    cpdef Planes played(self, int seat) noexcept nogil
    cpdef Planes exposed(self, int seat) noexcept nogil
    cpdef int voids(self, int seat) noexcept nogil
    cpdef Planes used(self, int seat) noexcept nogil
    cpdef void set_hand(self, int seat, Planes cards) noexcept nogil
    cpdef void set_kitty(self, Planes cards) noexcept nogil
    cpdef Planes on_table(self, int at) noexcept nogil
    cpdef int taken(self, int seat) noexcept nogil
    cpdef int fines(self, int seat) noexcept nogil
    cpdef uint64_t options(self) noexcept nogil
    cpdef Planes option(self, int number) noexcept nogil
    cpdef bint is_bank_side(self, int seat) noexcept nogil
    cpdef int64_t attackers_points(self) noexcept nogil
    cpdef Planes tokens(self) noexcept nogil
    cdef Planes _show_tokens(self) noexcept nogil
    cdef int _first_face(self, Planes cards) noexcept nogil
    cpdef bint may_stop(self) noexcept nogil
    cpdef bint push(self, int token) noexcept nogil
    @cython.locals(following=bint)
    cdef bint _is_whole(self) noexcept nogil
    cpdef Planes by_luck(self, Dice dice) noexcept nogil
    @cython.locals(plays=int64_t)
    cpdef int64_t play_out(self, Dice dice) noexcept nogil
    cpdef void copy_from(self, RawDeal other) noexcept nogil

cpdef int64_t play_deals(RawDeal deal, Dice dice, int deals) noexcept
@cython.locals(plays=int64_t)
cdef int64_t _play_deals(RawDeal deal, Dice dice, int deals) noexcept nogil
