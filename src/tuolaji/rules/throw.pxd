from libc.stdint cimport int8_t, uint64_t
cimport cython

cpdef bint tests_throw(Switches switches, int leader, int seat) noexcept nogil
@cython.locals(out=uint64_t)
cpdef uint64_t broken(Order order, Lead lead, Planes cards, Planes hand, int throws) noexcept nogil
cdef bint _beats_unit(Order order, int lane, Planes hand, Planes unit, int throws) noexcept nogil
cdef bint _fills_gap(Order order, int lane, Planes hand, Planes led) noexcept nogil
cpdef Planes forced(Order order, Lead lead, Planes cards, uint64_t beaten, int smallest_card) noexcept nogil
cpdef int throw_fine(int fine, int thrown, int played) noexcept nogil
cdef bint _goes_first(Planes a, Planes b) noexcept nogil
