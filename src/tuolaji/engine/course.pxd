from libc.stdint cimport uint64_t
cimport cython

cpdef void begin(State deal) noexcept nogil
@cython.locals(rebid=bint, calls=bint, opening=bint)
cpdef void open_shows(State deal) noexcept nogil
@cython.locals(asks=bint, able=bint, watched=uint64_t)
cdef void draw_cards(State deal) noexcept nogil
@cython.locals(faces=uint64_t)
cdef uint64_t _shown_faces(State deal) noexcept nogil
cpdef void rewind_draw(State deal, int drawn) noexcept nogil
cdef void ask_all(State deal) noexcept nogil
cdef void _ask_in_turn(State deal, int phase, int first, int seats) noexcept nogil
cdef void _ask_namer(State deal, int offset) noexcept nogil
cpdef int name_trump(State deal, int trump) noexcept nogil
cdef void _fix_named(State deal, int trump, int banker) noexcept nogil
cdef void _deal_again(State deal) noexcept nogil
cdef void _fix_trump(State deal) noexcept nogil
cdef void _trump_stands(State deal) noexcept nogil
cdef void _settle_trump(State deal) noexcept nogil
cdef void _take_kitty(State deal, int seat) noexcept nogil
cdef void _after_bury(State deal) noexcept nogil
cpdef int act(State deal, Planes cards) noexcept nogil
cdef int _pass_on(State deal) noexcept nogil
@cython.locals(drawing=bint)
cdef int _show_cards(State deal, Planes cards) noexcept nogil
cdef void _steal_kitty(State deal, int seat, Planes cards) noexcept nogil
@cython.locals(reinforced=bint)
cdef void _note_show(State deal, int seat, Planes cards) noexcept nogil
cdef int _bury_cards(State deal, Planes cards) noexcept nogil
@cython.locals(copy=int)
cdef int _name_friend(State deal, Planes cards) noexcept nogil
