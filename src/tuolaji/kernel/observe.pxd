from libc.stdint cimport int32_t, uint64_t
cimport cython

cdef int _THIRD_OF_KITTY, _NONE

cpdef void observe(
    RawDeal deal, int seat, uint64_t[:, ::1] words, int32_t[:, ::1] scalars, int row
) noexcept nogil
@cython.locals(players=int, decks=int)
cpdef void observe_world(RawDeal deal, int seat, uint64_t[:, ::1] words, int row) noexcept nogil
@cython.locals(players=int, decks=int, to_move=bint, laid=bint)
cdef void _observe_cards(RawDeal deal, int seat, uint64_t[:, ::1] words, int row) noexcept nogil
cdef int _put(uint64_t[:, ::1] words, int row, int at, Planes cards, int decks) noexcept nogil
cdef bint _sees_kitty(RawDeal deal, int seat) noexcept nogil
cdef Planes _turned_up_cards(RawDeal deal) noexcept nogil
cdef Planes _shown_to(RawDeal deal, int seat, int other) noexcept nogil
@cython.locals(playing=bint, trick=bint, asking=bint, drawing=bint, face_down=bint, no_turn=bint)
cdef void _observe_numbers(RawDeal deal, int seat, int32_t[:, ::1] scalars, int row) noexcept nogil
cdef int _from(RawDeal deal, int seat, int other) noexcept nogil
cdef int _shown_size(RawDeal deal, int seat) noexcept nogil
