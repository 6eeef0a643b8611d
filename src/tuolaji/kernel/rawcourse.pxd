cimport cython

@cython.locals(rebid=bint, calls=bint, opening=bint)
cpdef void begin(RawDeal deal) noexcept nogil
@cython.locals(asks=bint)
cdef void _draw_cards(RawDeal deal) noexcept nogil
cdef void _find_options(RawDeal deal, int seat) noexcept nogil
cdef bint _ask_from(RawDeal deal, int offset) noexcept nogil
cdef void _ask_in_turn(RawDeal deal, int phase, int first, int seats) noexcept nogil
cdef void _fix_trump(RawDeal deal) noexcept nogil
cdef void _take_kitty(RawDeal deal, int seat) noexcept nogil
cdef void _after_bury(RawDeal deal) noexcept nogil
cpdef int act(RawDeal deal, Planes cards) noexcept nogil
cdef int _pass_on(RawDeal deal) noexcept nogil
cdef int _show_cards(RawDeal deal, Planes cards) noexcept nogil
cdef int _bury_cards(RawDeal deal, Planes cards) noexcept nogil
cdef int _name_partner(RawDeal deal, Planes cards) noexcept nogil
