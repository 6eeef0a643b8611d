from libc.stdint cimport uint64_t
cimport cython

cpdef inline Planes random_follow(Order order, Lead lead, Planes hand, Dice dice) noexcept nogil
cdef Planes _random_protected(Order order, Lead lead, Planes held, Dice dice) noexcept nogil
@cython.locals(one=uint64_t, number=int, ranks=int)
cdef Planes _random_supply(
    Order order, Lead lead, Planes cards, Owed owed, Dice dice
) noexcept nogil
@cython.locals(numbers=uint64_t)
cdef int _random_number(
    Order order, Lead lead, Planes cards, int length, Dice dice
) noexcept nogil
cdef uint64_t _begins(Order order, int lane, Planes cards, int number, int ranks) noexcept nogil
@cython.locals(taken=uint64_t)
cdef Planes _random_unit(
    Order order, int lane, Planes cards, int number, int ranks, Dice dice
) noexcept nogil
@cython.locals(held=int, roll=int)
cpdef Planes random_lead(
    Order order, Planes hand, int throws, int bombs, Dice dice
) noexcept nogil
@cython.locals(lanes=uint64_t)
cdef int _random_lane(Order order, Planes hand, Dice dice) noexcept nogil
@cython.locals(number=int)
cdef Planes _highest(Order order, Planes cards, int wanted) noexcept nogil
@cython.locals(best_number=int, best_ranks=int)
cdef Planes _largest(Order order, int lane, Planes cards) noexcept nogil
