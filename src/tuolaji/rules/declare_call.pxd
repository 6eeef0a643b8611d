cimport cython


cpdef int call_refusal(Declarations shows, int seat, Planes cards) noexcept nogil
@cython.locals(used=bint)
cpdef int change_refusal(Declarations shows, int seat, Planes cards) noexcept nogil
cpdef int joker_of(int suit) noexcept nogil
cdef int _called_suit(Planes cards, int level) noexcept nogil
cdef int _colour_refusal(Planes cards) noexcept nogil
