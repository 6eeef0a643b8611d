cimport cython

from .planes cimport Planes
from .shows cimport Shows

cpdef int reveal_refusal(Shows shows, int seat, Planes cards) noexcept nogil
@cython.locals(small=bint)
cpdef int reveal_kind(Shows shows, Planes cards) noexcept nogil
@cython.locals(single=bint, own=bint)
cdef int _suit_refusal(Shows shows, int seat, int suit, int cards) noexcept nogil
cdef int _twin_refusal(Shows shows, int seat) noexcept nogil
@cython.locals(alike=bint)
cdef int _jokers_refusal(Shows shows, int seat, Planes cards) noexcept nogil
