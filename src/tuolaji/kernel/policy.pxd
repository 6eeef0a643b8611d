from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int _LOW_TRUMP, _HIGH_TRUMP, _FOR_MIDDLE, _FOR_HIGH, _FEW, _NEVER

cpdef Planes open_play(RawDeal deal) noexcept nogil
@cython.locals(banks=bint, friendly=bint)
cdef Planes _open_follow(RawDeal deal) noexcept nogil
cdef int _best_rank(RawDeal deal, int seat) noexcept nogil
cdef Planes _competing(RawDeal deal, int seat) noexcept nogil
cdef int _best_with_bombs(Order order, Lead lead, Planes cards) noexcept nogil
cdef Planes _winner_from(RawDeal deal, int floor) noexcept nogil
cdef Planes _ruff_of_throw(RawDeal deal, Planes cards, int floor) noexcept nogil
cdef bint _pays(RawDeal deal, Planes unit) noexcept nogil
cdef Planes _give(RawDeal deal, bint friendly) noexcept nogil
cdef Planes _one_pair(Order order, int lane, Planes cards, bint friendly) noexcept nogil
@cython.locals(tens=uint64_t, fives=uint64_t)
cdef uint64_t _liked(uint64_t faces, bint friendly) noexcept nogil
cdef Planes _cheap(Order order, Planes cards, int wanted, bint friendly) noexcept nogil
@cython.locals(trumps=uint64_t, plain=uint64_t, faces=uint64_t, best=uint64_t, here=uint64_t)
cdef Planes _cheapest(Order order, Planes cards, bint friendly) noexcept nogil
@cython.locals(best=Planes, most=int, worth=int)
cdef Planes _open_lead(RawDeal deal) noexcept nogil
@cython.locals(banks=bint, threat=int, friend=int)
cdef int _lead_worth(RawDeal deal, int lane, Planes unit) noexcept nogil
@cython.locals(begins=uint64_t)
cdef int _answer(RawDeal deal, int seat, int lane, int number, int ranks) noexcept nogil
