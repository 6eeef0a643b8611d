from libc.stdint cimport uint64_t
cimport cython

cpdef Planes open_tokens(RawDeal deal) noexcept nogil
cdef Planes _show_tokens(RawDeal deal) noexcept nogil
cdef int _first_face(RawDeal deal, Planes cards) noexcept nogil
cpdef bint may_stop(RawDeal deal) noexcept nogil
cpdef bint push(RawDeal deal, int token) noexcept nogil
@cython.locals(following=bint)
cdef bint _is_whole(RawDeal deal) noexcept nogil
cpdef Planes next_tokens(RawDeal deal) noexcept nogil
@cython.locals(mask=uint64_t, word=int)
cpdef int token_at(Planes tokens, int at) noexcept nogil
