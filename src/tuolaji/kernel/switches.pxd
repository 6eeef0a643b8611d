from libc.stdint cimport int8_t, int64_t
cimport cython

cdef int DIG_OFF, DIG_KITTY, DIG_LAST_TRICK
cdef int NO_FINE, FINE_THROWN, FINE_RETURNED
cdef int ENDLESS, PASS_TOP, REACH_TOP

@cython.final
cdef class Switches:
    cdef public int players
    cdef public int decks
    cdef public int kitty
    cdef public int style
    cdef public int self_secure
    cdef public int partner_secure
    cdef public int self_overturn
    cdef public int no_trump
    cdef public int no_declaration
    cdef public int declare_window
    cdef public int kitty_seen
    cdef public int opening_small_joker
    cdef public int called_partners
    cdef public int own_attack_digs
    cdef public int permanent_two
    cdef public int skip_level
    cdef public int special_runs
    cdef public int throws
    cdef public int smallest_card
    cdef public int fine
    cdef public int gapped_runs
    cdef public int bombs
    cdef public int dig
    cdef public int dig_own
    cdef public int jack_rules
    cdef public int take_over
    cdef public int step
    cdef public int cap
    cdef public int below_zero
    cdef public int match_end
    cdef public int must_play
    cdef public int top
    cdef int8_t _ranks[14]
    cdef int64_t _factors[28]

    cpdef void set_rung(self, int rung, int rank) noexcept nogil
    cpdef int rank_at(self, int rung) noexcept nogil
    cpdef void set_factor(self, int pairs, int64_t factor) noexcept nogil
    cpdef int64_t factor(self, int pairs, int cards) noexcept nogil
    cpdef int owners(self) noexcept nogil

cpdef bint is_jack(int rank) noexcept nogil
