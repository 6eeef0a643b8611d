cimport cython


cpdef int reveal_refusal(Declarations shows, int seat, Planes cards) noexcept nogil
cpdef int steal_refusal(Declarations shows, int seat, Planes cards) noexcept nogil
@cython.locals(small=bint)
cpdef int reveal_kind(Declarations shows, Planes cards) noexcept nogil
@cython.locals(own=bint, standing=int, by_suit=bint)
cdef int _count_refusal(Declarations shows, int seat, int suit, int cards) noexcept nogil
@cython.locals(single=bint, own=bint)
cdef int _suit_refusal(Declarations shows, int seat, int suit, int cards) noexcept nogil
cdef int _twin_refusal(Declarations shows, int seat) noexcept nogil
@cython.locals(alike=bint)
cdef int _jokers_refusal(Declarations shows, int seat, Planes cards) noexcept nogil
cdef bint _was_overturned(Declarations shows) noexcept nogil
