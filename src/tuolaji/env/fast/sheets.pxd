from libc.stdint cimport int32_t, int64_t, int8_t, uint8_t, uint64_t
cimport cython

cdef int NO_SIDE

@cython.final
cdef class Sheets:
    cdef int32_t[::1] actions
    cdef uint64_t[:, ::1] words
    cdef int32_t[:, ::1] scalars
    cdef uint64_t[:, ::1] world
    cdef int8_t[::1] house
    cdef int32_t[::1] hints
    cdef uint64_t[:, ::1] masks
    cdef int8_t[::1] seats
    cdef int64_t[:, ::1] levels
    cdef int64_t[:, ::1] points
    cdef uint8_t[::1] over
    cdef int skips
    cdef int fresh
    cdef int wide
    cdef int observes
    cdef int observes_world
    cdef int has_house
    cdef int has_hints

    cpdef void take_observations(
        self, uint64_t[:, ::1] words, int32_t[:, ::1] scalars, int version
    )
    cpdef void take_world(self, uint64_t[:, ::1] world)
    cpdef void take_house(self, int8_t[::1] house)
    cpdef void take_hints(self, int32_t[::1] hints)
    cpdef void stop_hints(self)
    cpdef void take_results(
        self,
        uint64_t[:, ::1] masks,
        int8_t[::1] seats,
        int64_t[:, ::1] levels,
        int64_t[:, ::1] points,
        uint8_t[::1] over,
    )
    @cython.locals(row=int, token=int)
    cpdef int first_refused(self, int rows) noexcept nogil
