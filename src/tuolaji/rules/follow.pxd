from libc.stdint cimport int8_t, uint64_t
cimport cython

ctypedef (int, int, uint64_t, int) Owed
ctypedef (uint64_t, int) Lists

cdef uint64_t LENGTH
cdef int NEVER

cpdef Owed owes(Order order, Lead lead, Planes held) noexcept nogil
cdef Owed _owes_bomb(Order order, int lane, Planes held) noexcept nogil
cdef bint _room(Order order, int lane, Planes held, int number, int ranks) noexcept nogil
cdef int _pairs(Planes cards) noexcept nogil
cdef int _sum(uint64_t lengths) noexcept nogil
@cython.locals(lengths=uint64_t, length=uint64_t, left=int, most=int)
cdef Lists _best_lists(Order order, Lead lead, Planes held) noexcept nogil
@cython.locals(length=uint64_t)
cdef int _longest_more(
    Order order, Lead lead, Planes held, uint64_t lengths, int pairs, int place, int most
) noexcept nogil
cpdef int owed_size(Owed owed) noexcept nogil
cpdef bint supplies(Order order, Lead lead, Planes cards, Owed owed) noexcept nogil
cpdef int most_kept(Order order, Lead lead, Planes cards, Planes kept, Owed owed) noexcept nogil
cpdef bint holds(Order order, int lane, Planes cards, uint64_t lengths, int pairs) noexcept nogil
@cython.locals(lengths=uint64_t, rest=uint64_t, length=int, number=int, ranks=int, special=Owed)
cdef int _place(
    Order order, int lane, int bombs, Planes cards, Planes kept, Owed owed, int floor
) noexcept nogil
@cython.locals(equal=bint)
cdef int _place_unit(
    Order order, int lane, int bombs, Planes cards, Planes kept, Owed owed, int floor
) noexcept nogil
cdef int _take(
    Order order, int lane, int bombs, Planes cards, Planes kept, Owed owed, int step, int floor
) noexcept nogil
cdef int _pairs_kept(Planes cards, Planes kept, int pairs) noexcept nogil
cpdef bint follows(Order order, Lead lead, Planes hand, Planes play) noexcept nogil
cpdef Planes concrete(Order order, Lead lead, Planes cards) noexcept nogil
@cython.locals(length=int, ranks=int)
cdef Planes _lowest_fitting(
    Order order, Lead lead, Planes cards, uint64_t lengths, int pairs
) noexcept nogil
cpdef Planes lowest_unit(
    Order order, int lane, Planes cards, int number, int bottom, int ranks
) noexcept nogil
