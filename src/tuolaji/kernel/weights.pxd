cdef int KINDS
cdef int _LEARNED[192]

cpdef int weight(int at) noexcept nogil
cpdef void set_weight(int at, int value) noexcept nogil
