from libc.stdint cimport int32_t, uint64_t
cimport cython

cdef int _NONE, _PLANES

cpdef void observe(
    State deal, int seat, uint64_t[:, ::1] words, int32_t[:, ::1] scalars, int row, int wide
) noexcept nogil
@cython.locals(players=int, decks=int)
cpdef void observe_world(
    State deal, int seat, uint64_t[:, ::1] words, int row, int wide
) noexcept nogil
cpdef int planes_in(State deal, int wide) noexcept nogil
cpdef int empty_seats(State deal, int wide) noexcept nogil
@cython.locals(players=int, decks=int, gap=int, to_move=bint, laid=bint)
cdef void _observe_cards(
    State deal, int seat, uint64_t[:, ::1] words, int row, int wide
) noexcept nogil
cpdef int put_cards(uint64_t[:, ::1] words, int row, int at, Planes cards, int decks) noexcept nogil
cpdef bint sees_kitty(State deal, int seat) noexcept nogil
cpdef int turn_seen(State deal, int seat, bint acts) noexcept nogil
cpdef bint sees_trump(State deal) noexcept nogil
@cython.locals(last=int)
cpdef bint sees_show(State deal, int seat, int at) noexcept nogil
cdef Planes _turned_up_cards(State deal) noexcept nogil
cdef Planes _shown_to(State deal, int seat, int other) noexcept nogil
@cython.locals(room=int, playing=bint, trick=bint, asking=bint)
cdef void _observe_numbers(
    State deal, int seat, int32_t[:, ::1] scalars, int row, int wide
) noexcept nogil
@cython.locals(called=bint, named=bint)
cpdef void observe_table(
    State deal, int seat, int32_t[:, ::1] scalars, int row, int at
) noexcept nogil
cpdef int friend_seen(State deal, int at) noexcept nogil
cpdef int seats_after(State deal, int seat, int other) noexcept nogil
cdef int _shown_size(State deal, int seat) noexcept nogil
