from .planes cimport Planes
from .shows cimport Shows

cdef int LARGEST_BID

cpdef int bid_refusal(Shows shows, int seat, Planes cards) noexcept nogil
cdef int _reinforce_refusal(Shows shows, int seat, Planes cards, int suit) noexcept nogil
