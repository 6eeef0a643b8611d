from libc.stdint cimport int64_t

cpdef int64_t result(
    int64_t points, int64_t take_over, int64_t step, int64_t cap, bint below_zero
) except? -1 nogil
cpdef int64_t promote(
    int64_t start, int64_t by, int64_t top, int64_t must_play, int match_end
) except? -1 nogil
cpdef bint wins_match(int64_t rung, int64_t by, int64_t top, int match_end) noexcept nogil
cpdef bint kitty_counts(bint hard, bint attacked_by_bankers, int own_attack_digs) noexcept nogil
cpdef int64_t both_sides(
    int64_t points, int64_t factor, int64_t cards, bint attackers_won
) noexcept nogil
cpdef int next_bank(int players, int banker, int partner, bint attackers_won) except? -1 nogil
