from libc.stdint cimport int8_t, uint64_t

cimport cython

cdef int TRUMPS, NO_SUIT, NO_LEVEL, MIXED, INCOMPARABLE, _GROUPS
cdef uint64_t SUIT, EVERY_SUIT

@cython.final
cdef class Order:
    cdef readonly int level
    cdef readonly int trump
    cdef readonly int widest, tractor_length, tractor_width
    cdef uint64_t below_level
    cdef uint64_t _faces[5]
    cdef uint64_t _natural[5]
    cdef int _first[5]
    cdef uint64_t _group[6]
    cdef int8_t _group_step[6]
    cdef int8_t _step[54]
    cdef int8_t _lane[54]
    cdef int8_t _place[54]
    cdef int8_t _face[54]

    @cython.locals(own=uint64_t, levels=uint64_t, twos=uint64_t, special=uint64_t, adjacent=bint)
    cpdef void lay_out(self, int level, int trump, Switches switches) noexcept nogil
    @cython.locals(faces=uint64_t, rank=int, step=int)
    cdef void _number_faces(self) noexcept nogil
    cdef void _put(self, int face, int lane, int step, int place) noexcept nogil
    cpdef void copy_from(self, Order other) noexcept nogil
    cdef uint64_t _natural_steps(self, int lane, uint64_t faces) noexcept nogil
    cpdef uint64_t steps(self, int lane, uint64_t faces) noexcept nogil
    cdef int _rank_on(self, int step) noexcept nogil
    cpdef uint64_t faces_at(self, int lane, int step) noexcept nogil
    @cython.locals(out=uint64_t)
    cpdef uint64_t above(self, int lane, int step) noexcept nogil
    cpdef uint64_t first_faces(self, int lane, uint64_t faces) noexcept nogil
    cpdef uint64_t faces(self, int lane) noexcept nogil
    cpdef int step(self, int face) noexcept nogil
    cpdef int lane(self, int face) noexcept nogil
    cpdef int place(self, int face) noexcept nogil
    cpdef int face(self, int place) noexcept nogil
    cpdef int lane_of(self, Planes cards) noexcept nogil
    cpdef int compare(self, int a, int b) noexcept nogil
