from libc.stdint cimport uint64_t
cimport cython

cdef int KEPT

@cython.final
cdef class Costs:
    cdef int _cost[54]

    cdef void find(self, State deal, Worth worth, uint64_t faces, int takes) noexcept nogil
    @cython.locals(faces=uint64_t, least=int, face=int)
    cdef Planes least(self, Planes cards, int number) noexcept nogil
    @cython.locals(owed=Owed, spare=int, rest=Planes, one=Planes, more=Planes)
    cdef Planes least_that_follows(self, State deal, Planes held) noexcept nogil
