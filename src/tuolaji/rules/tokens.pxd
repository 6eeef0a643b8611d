from libc.stdint cimport uint64_t
cimport cython

cdef int STOP

@cython.locals(have=int, number=int, left=int, room=int)
cpdef Planes pick_tokens(
    Order order, Planes cards, Planes chosen, int place, int wanted, uint64_t forced
) noexcept nogil
cpdef Planes allow(Planes allowed, int face, int number) noexcept nogil
cdef Planes _from_place(Order order, Planes cards, int place) noexcept nogil
@cython.locals(fits=bint, most=int)
cpdef Planes follow_tokens(
    Order order, Lead lead, Planes hand, Planes chosen, int place
) noexcept nogil
@cython.locals(left=int, one=uint64_t, have=int, singles=Planes, filled=Planes, others=Planes)
cdef bint _can_follow(
    Order order, Lead lead, Planes held, Planes kept, Planes rest, uint64_t faces
) noexcept nogil
@cython.locals(faces=uint64_t, one=uint64_t, more=int)
cdef Planes _some(Planes cards, int number) noexcept nogil
@cython.locals(faces=uint64_t)
cpdef Planes lead_tokens(
    Order order, Planes hand, Planes chosen, int place, Switches switches
) noexcept nogil
@cython.locals(below=uint64_t)
cdef bint _fits(
    Order order, Planes hand, Planes chosen, int face, int number, Switches switches
) noexcept nogil
@cython.locals(lane=int, step=int, length=int)
cdef bint _fits_tuples(
    Order order, Planes hand, Planes chosen, int face, int number
) noexcept nogil
@cython.locals(lone_triple=bint, length=int)
cpdef bint may_lead(Order order, Planes chosen, Switches switches) noexcept nogil
