from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int KITTY, PLACES, _TRIES, _STRICT_TRIES

@cython.final
cdef class UnseenCards:
    cdef readonly Planes unseen
    cdef int _room[9]
    cdef int _unpaired[9]
    cdef Planes _known[9]
    cdef int _weights[486]
    cdef Planes _held[9]
    cdef int _left[9]

    cpdef void clear(self) noexcept nogil
    cpdef void set_unseen(self, Planes cards) noexcept nogil
    cpdef void set_place(self, int place, int room, int unpaired, Planes known) noexcept nogil
    cpdef void set_weight_of(self, int place, int face, int weight) noexcept nogil
    cpdef int room(self, int place) noexcept nogil
    cpdef Planes held(self, int place) noexcept nogil
    cpdef bint deal_out(self, Order order, Dice dice) noexcept nogil
    cdef bint _try_to_deal(self, Order order, Dice dice, bint strict) noexcept nogil
    @cython.locals(number=int)
    cdef int _takers(self, int face) noexcept nogil
    @cython.locals(place=int)
    cdef bint _deal_lane(self, int lane, Planes cards, Dice dice, bint strict) noexcept nogil
    @cython.locals(total=int, at=int)
    cdef int _place_for(self, int lane, int face, Dice dice, bint strict) noexcept nogil
    cdef int _pull(self, int place, int lane, int face, bint strict) noexcept nogil
    @cython.locals(movable=uint64_t)
    cdef int _make_room(self, int face, Dice dice) noexcept nogil
    @cython.locals(faces=uint64_t, out=uint64_t)
    cdef uint64_t _movable(self, int place, int other) noexcept nogil
