cdef int MOST_FRIENDS

cpdef int friend_refusal(Switches switches, Order order, int face) noexcept nogil
cpdef int most_copies(Switches switches) noexcept nogil
