cimport cython

from libc.stdint cimport uint8_t, uint64_t

cdef int DRAWING, CALLING, CHANGING, STEALING, OPTIONS
cdef int _LEVEL_CARDS, _WITH_JOKER, _ATTACKS, THIRD
cdef uint64_t _OF_JOKERS

cpdef int show(Declarations shows, int seat, Planes cards, int moment) noexcept nogil
cdef void take_show(Declarations shows, int seat, Planes cards, int moment) noexcept nogil
cpdef int show_refusal(Declarations shows, int seat, Planes cards, int moment) noexcept nogil
@cython.locals(mask=uint64_t, possible=uint64_t)
cpdef uint64_t show_options(Declarations shows, int seat, Planes free, int moment) noexcept nogil
@cython.locals(options=uint64_t, numbers=uint64_t)
cdef uint64_t _possible(Planes free, int level) noexcept nogil
cpdef Planes show_option(Declarations shows, int seat, int option, int moment) noexcept nogil
cpdef int level_shown(Declarations shows, int seat, int moment) noexcept nogil
cpdef bint show_final(Declarations shows) noexcept nogil
cpdef bint conclude(
    Declarations shows, int first_seat, const uint8_t* deck, int start, int end
) noexcept nogil
cpdef int turned_up(const uint8_t* deck, int start, int end, int no_declaration) noexcept nogil
cdef int _show_kind(Declarations shows, int seat, Planes cards, int moment) noexcept nogil
cdef int _first_option(Declarations shows) noexcept nogil
cdef int _end_of_options(Declarations shows) noexcept nogil
