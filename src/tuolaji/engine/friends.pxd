cpdef int naming_refusal(State deal, int face, int copy) noexcept nogil
cpdef void find_friends(State deal) noexcept nogil
cdef int _holder_of(State deal, int face) noexcept nogil
