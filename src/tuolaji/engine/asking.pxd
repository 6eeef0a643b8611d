cimport cython

@cython.locals(may=bint)
cdef void find_options(State deal, int seat) noexcept nogil
cpdef void find_all_options(State deal) noexcept nogil
cdef bint ask_from(State deal, int offset) noexcept nogil
cdef bint has_options(State deal) noexcept nogil
@cython.locals(at=int)
cpdef list seats_asked(State deal)
cdef bint _ask_next(State deal) noexcept nogil
cpdef void speak_up(State deal, int seat) noexcept nogil
cdef bint ask_namer_from(State deal, int offset) noexcept nogil
