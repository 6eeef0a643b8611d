from libc.stdint cimport uint64_t
cimport cython

cpdef Planes open_tokens(State deal) noexcept nogil
cdef Planes _friend_tokens(State deal) noexcept nogil
cdef Planes _show_tokens(State deal) noexcept nogil
cpdef int first_face(State deal, Planes cards) noexcept nogil
cpdef bint may_stop(State deal) noexcept nogil
cpdef bint push(State deal, int token) noexcept nogil
cpdef bint extend(State deal, int token) noexcept nogil
@cython.locals(following=bint)
cdef bint _is_whole(State deal) noexcept nogil
cpdef Planes next_tokens(State deal) noexcept nogil
@cython.locals(mask=uint64_t, word=int)
cpdef int token_at(Planes tokens, int at) noexcept nogil
