from libc.stdint cimport uint64_t
cimport cython

cdef int POINT, TO_LEAD, CROSSING, TRUMP_CARD, TRUMP_MORE, TRUMP_PAIR
cdef int PLAIN_CARD, PLAIN_MORE, PLAIN_PAIR, SHORT_SUIT, HIGH_POINTS, RUFFED
cdef int BROUGHT, DISCARDED, UNKNOWN_KITTY, WITHOUT_KITTY, MOST_DUG, NEAR_END

@cython.final
cdef class Worth:
    cdef readonly Odds odds
    cdef int left, late, dig
    cdef int _worths[54]
    cdef int _means[5]
    cdef int _losses[5]
    cdef uint64_t has_worth
    cdef int has_mean, has_loss

    @cython.locals(dealt=int, buried=int)
    cpdef void look(self, State deal) noexcept nogil
    cpdef int card(self, State deal, int lane, int face) noexcept nogil
    @cython.locals(step=int, above=int, below=int, paired=bint, control=int, out=int, high=int)
    cdef int _card(self, State deal, int lane, int face) noexcept nogil
    @cython.locals(safe=int)
    cdef int _ruffed(self, State deal, int lane) noexcept nogil
    @cython.locals(out=int, faces=uint64_t, number=int, face=int)
    cpdef int cards(self, State deal, Planes cards) noexcept nogil
    cpdef int coming(self, State deal, int lane, int number, int seats) noexcept nogil
    @cython.locals(now=int, out=int)
    cpdef int points(self, State deal, int total) noexcept nogil
