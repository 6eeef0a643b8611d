from libc.stdint cimport int8_t, uint64_t
cimport cython

ctypedef (int, int) Kind

cdef int NO_UNIT, MIXED_SUITS, LONE_TRIPLE, FORBIDDEN, BITS, MOST_BITS, WIDTH, TRIPLES, QUADS
cdef uint64_t LENGTH, ONE

cpdef uint64_t packed(uint64_t width, uint64_t length) noexcept nogil

cpdef uint64_t starts(uint64_t steps, int length) noexcept nogil
cpdef int longest(uint64_t steps) noexcept nogil
cpdef Planes first_at(Order order, int lane, int step, Planes cards, int number) noexcept nogil
cpdef Planes next_unit(Order order, int lane, Planes cards) noexcept nogil
cpdef bint is_tractor(Order order, int number, int length) noexcept nogil
cpdef int longest_tractor(Order order, uint64_t steps, int number) noexcept nogil
cdef uint64_t _faces_on(Order order, int lane, uint64_t faces, int bottom, int length) noexcept nogil
cpdef int unit_length(Planes unit) noexcept nogil
cpdef int unit_top(Order order, int lane, Planes unit) noexcept nogil
cpdef int unit_bottom(Order order, int lane, Planes unit) noexcept nogil
cpdef Kind kind(Order order, int lane, Planes cards) noexcept nogil

@cython.final
cdef class Lead:
    cdef readonly int lane, size, quads, triples, pairs, singles, width, length, number, ranks, top
    cdef readonly int units, gapped, bombs, follow_shape, protect, overruff, bombs_beat
    cdef readonly uint64_t lengths

    cpdef void clear(self) noexcept nogil
    cpdef void copy_from(self, Lead other) noexcept nogil
    cpdef int read(self, Order order, Planes cards, Switches switches) noexcept nogil
    cdef int _read_one_unit(self, Order order, Planes cards) noexcept nogil
    @cython.locals(place=int, length=int, width=int)
    cpdef void split(self, Order order, int lane, Planes cards) noexcept nogil
    cdef void _add_unit(self, int width, int length, int place) noexcept nogil
    cpdef bint is_shaped(self) noexcept nogil
    cpdef uint64_t loose(self) noexcept nogil
    cdef void _make_one_run(self) noexcept nogil
