cimport cython

cdef int WORST, _MOST_KEPT

@cython.final
cdef class Offers:
    cdef Planes best
    cdef int value
    cdef int keeps
    cdef readonly int number
    cdef Planes _cards[128]
    cdef int _values[128]
    cdef int _chances[128]
    cdef int _reasons[128]

    cpdef void keep_all(self, int keeps) noexcept nogil
    cpdef void clear(self) noexcept nogil
    cpdef void add(self, Planes cards, int value, int chance, int reason) noexcept nogil
    cpdef Planes cards(self, int at) noexcept nogil
    cpdef int price(self, int at) noexcept nogil
    cpdef int chance(self, int at) noexcept nogil
    cpdef int reason(self, int at) noexcept nogil
