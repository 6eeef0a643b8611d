from libc.stdint cimport uint64_t
cimport cython

cdef int STOP

@cython.locals(have=int, number=int, left=int, room=int)
cpdef Planes pick_tokens(
    Order order, Planes cards, Planes chosen, int place, int wanted, uint64_t forced
) noexcept nogil
cpdef Planes allow(Planes allowed, int face, int number) noexcept nogil
cdef Planes _from_place(Order order, Planes cards, int place) noexcept nogil
cpdef Planes follow_tokens(
    Order order, Lead lead, Planes hand, Planes chosen, int place
) noexcept nogil
@cython.locals(faces=uint64_t)
cpdef Planes lead_tokens(
    Order order, Planes hand, Planes chosen, int place, int throws, int gapped_runs, int bombs
) noexcept nogil
@cython.locals(below=uint64_t)
cdef bint _fits(
    Order order,
    Planes hand,
    Planes chosen,
    int face,
    int number,
    int gapped_runs,
    int bombs,
) noexcept nogil
@cython.locals(lone_triple=bint)
cpdef bint may_lead(Planes chosen, int throws, int gapped_runs) noexcept nogil
