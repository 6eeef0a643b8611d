from libc.stdint cimport int64_t, uint64_t
cimport cython

cdef int KITTY, PLACES, MOST_CANDIDATES, LEVEL, _TRIES, _STRICT_TRIES

@cython.final
cdef class Search:
    cdef readonly RawDeal base
    cdef readonly RawDeal world
    cdef readonly RawDeal trial
    cdef readonly Ideas ideas
    cdef Ply end
    cdef public int exact
    cdef int64_t _won
    cdef int64_t _total
    cdef Dice dice
    cdef readonly Planes unseen
    cdef readonly int buries
    cdef readonly int point
    cdef readonly int number
    cdef readonly int worlds
    cdef int _room[9]
    cdef int _lacks[9]
    cdef int _unpaired[9]
    cdef Planes _known[9]
    cdef Planes _held[9]
    cdef int _left[9]
    cdef Planes _candidates[32]
    cdef int64_t _value[32]
    cdef int64_t _levels[32]
    cdef int64_t _points[32]
    cdef int64_t _gain[32]
    cdef int64_t _gain_squared[32]

    cpdef void begin(self, uint64_t seed, int point) noexcept nogil
    cpdef void set_place(self, int place, int room, int lacks, int unpaired, Planes known) noexcept nogil
    cpdef void set_unseen(self, Planes cards) noexcept nogil
    cpdef void add_candidate(self, Planes cards) noexcept nogil
    cdef void _clear(self, int at) noexcept nogil
    cpdef void keep(self, int number) noexcept nogil
    cpdef void forget(self) noexcept nogil
    cpdef void set_buries(self, int buries) noexcept nogil
    cpdef int64_t levels(self, int at) noexcept nogil
    cpdef int64_t points(self, int at) noexcept nogil
    cpdef int64_t value(self, int at) noexcept nogil
    cpdef int64_t gain(self, int at) noexcept nogil
    cpdef int64_t gain_squared(self, int at) noexcept nogil
    @cython.locals(done=int)
    cpdef int run(self, int worlds) noexcept
    @cython.locals(done=int)
    cdef int _run(self, int worlds) noexcept nogil
    @cython.locals(first=int64_t, value=int64_t, gain=int64_t)
    cdef void _try_all(self) noexcept nogil
    cdef int64_t _try(self, Planes cards) noexcept nogil
    @cython.locals(total=int64_t)
    cdef int64_t _solved(self) noexcept nogil
    cdef void _by_luck(self) noexcept nogil
    cdef bint _imagine(self) noexcept nogil
    cdef void _put_in_place(self) noexcept nogil
    cdef bint _deal_out(self, bint strict) noexcept nogil
    cdef Planes _in_lane(self, Planes cards, int lane) noexcept nogil
    cdef int _open_places(self, int lane, bint strict) noexcept nogil
    cdef bint _takes(self, int place, int lane, bint strict) noexcept nogil
    @cython.locals(places=uint64_t, place=int)
    cdef bint _deal_lane(self, int lane, Planes cards, bint strict) noexcept nogil
    @cython.locals(total=int, at=int)
    cdef int _place_for(self, int lane, int face, uint64_t places, bint strict) noexcept nogil
    cdef bint _fits(self, int place, int lane, int face, bint strict) noexcept nogil
    @cython.locals(movable=uint64_t)
    cdef int _make_room(self, int lane, uint64_t places) noexcept nogil
    @cython.locals(faces=uint64_t)
    cdef uint64_t _movable(self, int place, int other, int lane) noexcept nogil

cpdef int64_t play_open(RawDeal deal, Ideas ideas) noexcept
