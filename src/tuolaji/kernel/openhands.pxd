from libc.stdint cimport int64_t, uint64_t
cimport cython

cpdef int best_rank(RawDeal deal, int seat) noexcept nogil
cdef Planes _competing(RawDeal deal, int seat) noexcept nogil
cdef int _best_with_bombs(Order order, Lead lead, Planes cards) noexcept nogil
cpdef Planes winner_from(RawDeal deal, int floor) noexcept nogil
cdef Planes _ruff_of_throw(RawDeal deal, Planes cards, int floor) noexcept nogil
cpdef Planes give_away(RawDeal deal, bint friendly) noexcept nogil
cdef Planes _one_pair(Order order, int lane, Planes cards, bint friendly) noexcept nogil
@cython.locals(tens=uint64_t, fives=uint64_t)
cdef uint64_t _liked(uint64_t faces, bint friendly) noexcept nogil
cdef Planes _cheap(Order order, Planes cards, int wanted, bint friendly) noexcept nogil
@cython.locals(trumps=uint64_t, plain=uint64_t, faces=uint64_t, best=uint64_t, here=uint64_t)
cpdef Planes cheapest(Order order, Planes cards, bint friendly) noexcept nogil
@cython.locals(begins=uint64_t)
cpdef int best_answer(RawDeal deal, int seat, int lane, int number, int ranks) noexcept nogil
