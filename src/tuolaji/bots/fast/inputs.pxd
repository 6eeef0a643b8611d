from libc.stdint cimport int32_t, uint64_t
cimport cython

cdef int UNIT, ONE_OF, LEVEL_RANK, SUIT_LED, PART, LANES, SWITCH
cdef int _PLAIN, _JOKERS, _RANKS, _SUITS, _ANSWERS_OF_JOKERS, _HEADER, _STEP

@cython.final
cdef class Inputs:
    cdef const int32_t[::1] plan
    cdef uint64_t[:, ::1] words
    cdef int32_t[:, ::1] scalars
    cdef readonly int ones, parts
    cdef int level, trump
    cdef int32_t _one[4096]
    cdef int32_t _part[256]
    cdef int32_t _amount[256]
    cdef int _spot[54]
    cdef int _free

    @cython.locals(wide=int, sets=int, cards=int, named=int)
    cpdef void look(self, State deal, Trail trail, int seat) noexcept nogil
    @cython.locals(face=int, copies=int)
    cpdef int answer(self, int token) noexcept nogil
    @cython.locals(rank=int)
    cdef void _name_faces(self) noexcept nogil
    cdef int _place(self, int suit) noexcept nogil
    cdef void _tell_one(self, int at) noexcept nogil
    cdef void _tell_part(self, int amount) noexcept nogil
    @cython.locals(face=int)
    cdef void _tell_cards(self, uint64_t faces, int at, int sets) noexcept nogil
    @cython.locals(how=int, column=int, one=int, two=int, number=int)
    cdef void _tell_number(self, int at) noexcept nogil
    @cython.locals(lanes=int)
    cdef void _tell_lanes(self, int column, int players) noexcept nogil
