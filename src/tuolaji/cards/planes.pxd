from libc.stdint cimport uint64_t
cimport cython

ctypedef (uint64_t, uint64_t, uint64_t, uint64_t) Planes

cdef Planes EMPTY
cdef uint64_t ALL_FACES
cdef int FACES, SMALL_JOKER, BIG_JOKER
cdef uint64_t JOKERS, FIVES, TENS_AND_KINGS

cpdef Planes add(Planes a, Planes b) noexcept nogil
cpdef Planes add_each(Planes a, uint64_t faces) noexcept nogil
cpdef Planes add_card(Planes a, int face) noexcept nogil
cpdef uint64_t overflow(Planes a, Planes b, int decks) noexcept nogil
cpdef Planes sub(Planes a, Planes b) noexcept nogil
cpdef Planes sub_each(Planes a, uint64_t faces) noexcept nogil
cpdef bint same(Planes a, Planes b) noexcept nogil
cpdef bint contains(Planes a, Planes b) noexcept nogil
cpdef Planes restrict(Planes a, uint64_t faces) noexcept nogil
cpdef Planes overlap(Planes a, Planes b) noexcept nogil
cpdef Planes either(Planes a, Planes b) noexcept nogil
cpdef uint64_t plane(Planes a, int number) noexcept nogil
cpdef int size(Planes a) noexcept nogil
cpdef int count(Planes a, int face) noexcept nogil
cpdef Planes times(uint64_t faces, int number) noexcept nogil
cpdef Planes copies(int face, int number) noexcept nogil
cpdef inline int points(Planes a) noexcept nogil
