
cdef int LARGEST_BID

cpdef int bid_refusal(Declarations shows, int seat, Planes cards) noexcept nogil
cdef int _reinforce_refusal(Declarations shows, int seat, Planes cards, int suit) noexcept nogil
