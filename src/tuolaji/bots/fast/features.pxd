from libc.stdint cimport uint64_t
cimport cython

cdef int _LEVELS, _REGRETS

cpdef int words_in_all(int players, int decks) noexcept nogil

@cython.final
cdef class PlayFeatures:
    cdef readonly int seen, number
    cdef uint64_t _words[64]
    cdef int _part[4]
    cdef int _doubts[14]

    cpdef uint64_t word(self, int at) noexcept nogil
    @cython.locals(seat=int, players=int, unseen=Planes, kitty=Planes, place=int)
    cpdef void look(self, State deal) noexcept nogil
    @cython.locals(trump=int, part=int, mine=int, length=int)
    cdef void _cast(self, State deal) noexcept nogil
    cdef int _length(self, State deal, int suit) noexcept nogil
    cdef void _put(self, uint64_t word) noexcept nogil
    cdef void _put_cards(self, State deal, Planes cards) noexcept nogil
    @cython.locals(out=uint64_t, ranks=uint64_t)
    cdef uint64_t _placed(self, State deal, uint64_t faces) noexcept nogil
    @cython.locals(seat=int, players=int, voids=uint64_t, shown=int, left=uint64_t, won=int)
    cdef void _put_table(self, State deal) noexcept nogil
    @cython.locals(total=int, out=uint64_t)
    cdef void _put_trick(self, State deal) noexcept nogil
    @cython.locals(out=uint64_t, lane=int, mine=int, number=int, ranks=int, regret=int)
    cpdef void look_at(self, State deal, ClubPlayer player, Planes cards) noexcept nogil
