from libc.stdint cimport int64_t, uint64_t
cimport cython

ctypedef (int64_t, int64_t) Bonus

cpdef int64_t result(
    int64_t points, int64_t take_over, int64_t step, int64_t cap, bint below_zero
) except? -1 nogil
cpdef int64_t promote(
    int64_t start, int64_t by, int64_t top, int64_t must_play, int match_end
) except? -1 nogil
cpdef bint wins_match(int64_t rung, int64_t by, int64_t top, int match_end) noexcept nogil
cpdef bint is_hard(Switches switches, int trump) noexcept nogil
cpdef bint kitty_counts(Switches switches, bint hard, bint attacked_by_bankers) noexcept nogil
@cython.locals(longest=int)
cdef int _longest_own(Order order, int lane, Planes own) noexcept nogil
@cython.locals(longest=int, lengths=uint64_t)
cpdef int dug_length(
    Switches switches, Order order, Lead lead, Planes own, bint ruffed
) noexcept nogil
@cython.locals(factor=int64_t)
cpdef Bonus last_bonus(
    Switches switches,
    int length,
    int cards,
    int64_t trick_points,
    int64_t kitty_points,
    bint attackers_won,
    bint kitty_is_dug,
) noexcept nogil
cpdef int next_bank(int players, int banker, int bank_side, bint attackers_won) except? -1 nogil
cpdef bint small_side(Switches switches, int members) noexcept nogil
