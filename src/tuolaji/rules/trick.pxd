from libc.stdint cimport int8_t, uint64_t
cimport cython

cdef int LOSES, RUFF, STRONGER, BOMB, JACKS, _J

cpdef bint ranks_jacks(Switches switches, int level, bint last) noexcept nogil
cpdef int rank(Order order, Lead lead, Planes cards, int at_jacks) noexcept nogil
cpdef int lead_rank(Order order, Lead lead, Planes cards, int at_jacks) noexcept nogil
@cython.locals(ruffs=bint, ruffed=bint)
cpdef bint beats(Lead lead, int better, int best) noexcept nogil
@cython.locals(mine=int, ruffs=bint)
cpdef int best_after(
    Order order, Lead lead, int best, Planes standing, Planes cards, int at_jacks
) noexcept nogil
cdef bint overruffs(Lead lead, int best, int better, int at_jacks) noexcept nogil
cdef bint _is_bomb(Planes cards) noexcept nogil
cdef bint _is_bomb_against(Lead lead, int lane, Planes cards) noexcept nogil
@cython.locals(rest=Owed, before=Planes, mine=Planes)
cdef bint beats_every_unit(Order order, Lead lead, Planes standing, Planes cards) noexcept nogil
cdef Owed without_first(Owed rest, int width, int length) noexcept nogil
@cython.locals(begins=uint64_t, unit=Planes)
cdef Planes _highest_like(Order order, Planes cards, int width, int length, Owed rest) noexcept nogil
cdef int _top_trump(Order order, Planes unit) noexcept nogil
cpdef bint won_by_jack(int best, int at_jacks) noexcept nogil
cdef int _top_of_one_unit(Order order, Lead lead, Planes cards) noexcept nogil
cdef int _split_top(Order order, Lead lead, Planes cards) noexcept nogil
@cython.locals(out=uint64_t, rest=uint64_t, loose=uint64_t, begins=uint64_t)
cdef uint64_t _longest_units(Order order, Lead lead, int lane, Planes cards) noexcept nogil
cdef int _rank_with_bombs(Order order, Lead lead, Planes cards) noexcept nogil
cdef int _rank_at_jacks(Order order, Lead lead, int lane, Planes cards) noexcept nogil
cdef uint64_t _jacks_and_jokers(Order order) noexcept nogil
cdef uint64_t _all_jacks(Order order) noexcept nogil
cdef int _jack_rank(Order order, int lane, uint64_t steps, Planes cards) noexcept nogil
