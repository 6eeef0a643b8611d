from libc.stdint cimport int32_t, uint8_t, uint64_t
cimport cython

cdef int TRICKS_BACK

@cython.final
cdef class Trail:
    cdef Planes _led[8]
    cdef Planes _off_suit[8]
    cdef uint8_t _unpaired[8]
    cdef Planes _laid[24]
    cdef int _leaders[3]
    cdef int _seat, _in_trick, _plays
    cdef Planes _played
    cdef readonly int tricks

    cpdef void clear(self) noexcept nogil
    cpdef void copy_from(self, Trail other) noexcept nogil
    cpdef void before(self, State deal) noexcept nogil
    cpdef void after(self, State deal) noexcept nogil
    cdef void _begin_trick(self, int leader, int players) noexcept nogil
    @cython.locals(lane=int, suited=Planes)
    cdef void _follow(self, State deal, int seat, Planes cards) noexcept nogil
    cpdef int unpaired(self, int seat) noexcept nogil
    @cython.locals(players=int, decks=int, room=int, gap=int, at=int, now=int)
    cpdef void observe(
        self,
        State deal,
        int seat,
        uint64_t[:, ::1] words,
        int32_t[:, ::1] scalars,
        int row,
        int wide,
    ) noexcept nogil

@cython.locals(total=int)
cdef int _points_unseen(State deal, int seat) noexcept nogil
