from libc.stdint cimport int8_t, int64_t
cimport cython

cdef int DRAWN, SHOWN, PASSED, BID_TURNED_UP, TURNED_UP, TRUMP_FIXED, TRUMP_NAMED
cdef int KITTY_TAKEN, BURIED, PARTNER_NAMED, PARTNER_KNOWN
cdef int THROW_FAILED, PLAYED_WRONG, PLAYED, TRICK_WON, TRICK_REOPENED, TAKEN_BACK
cdef int DUG, REDEALT, SETTLED, PROMOTED, ROOM

@cython.final
cdef class Journal:
    cdef readonly int length
    cdef int8_t _kinds[256]
    cdef int8_t _seats[256]
    cdef Planes _cards[256]
    cdef int64_t _numbers[256]
    cdef int64_t _more[256]

    cpdef void clear(self) noexcept nogil
    cdef void write(self, int kind, int seat, Planes cards, int64_t number, int64_t more) noexcept nogil
    cpdef list entries(self)
