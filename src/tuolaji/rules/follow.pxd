from libc.stdint cimport int8_t, uint64_t
cimport cython

ctypedef (int, int) LedUnit

cdef Guards UNGUARDED

@cython.locals(left=int, at=int, width=int, length=int)
cpdef Owed owes(Order order, Lead lead, Planes held) noexcept nogil
@cython.locals(lengths=uint64_t, loose=uint64_t, number=int)
cpdef LedUnit led_unit(Order order, Lead lead, int at) noexcept nogil
cdef int _place_of(int width) noexcept nogil
@cython.locals(left=int, best=uint64_t)
cdef Owed _supply(Order order, Lead lead, Planes held, Owed owed, int width, int length) noexcept nogil
@cython.locals(
    source=uint64_t, cap=int, number=int, length=int, faces=uint64_t, unit=uint64_t, first=bint
)
cdef uint64_t _best_unit(
    Order order, Lead lead, Planes held, Owed owed, uint64_t before, int most, int room
) noexcept nogil
cdef Owed _owes_bomb(Order order, int lane, Planes held) noexcept nogil
cdef bint _room(Order order, int lane, Planes held, int number, int ranks) noexcept nogil
cpdef inline bint follows(Order order, Lead lead, Planes hand, Planes play) noexcept nogil
@cython.locals(left=int, best=uint64_t, mine=uint64_t)
cdef bint _is_not_lower(Order order, Lead lead, Planes held, Planes given) noexcept nogil
@cython.locals(pairs=int, lengths=uint64_t)
cpdef int pairs_asked(Lead lead) noexcept nogil
@cython.locals(unit=uint64_t)
cpdef Planes concrete(Order order, Lead lead, Planes cards) noexcept nogil
@cython.locals(length=int, width=int, ranks=int, faces=uint64_t, begins=uint64_t)
cdef Planes _lowest_fitting(
    Order order, Lead lead, Planes whole, Planes cards, uint64_t unit, Owed rest
) noexcept nogil
cpdef Planes unit_of(
    Order order, int lane, Planes cards, int number, int bottom, int ranks
) noexcept nogil
cpdef Planes lowest_unit(
    Order order, int lane, Planes cards, int number, int bottom, int ranks
) noexcept nogil
