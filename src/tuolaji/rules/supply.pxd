from libc.stdint cimport int8_t, uint64_t
cimport cython

ctypedef (int, int, uint64_t, uint64_t) Owed
ctypedef (uint64_t, uint64_t) Guards

cdef uint64_t TRACTOR
cdef int NEVER, SOURCE, FROM_THREE, FROM_TWO
cdef Owed NOTHING
cdef Guards UNGUARDED

cpdef uint64_t led_code(Lead lead, int width, int length) noexcept nogil
@cython.locals(lengths=uint64_t, loose=uint64_t, length=uint64_t, place=int)
cpdef Owed with_unit(Owed owed, uint64_t unit) noexcept nogil
@cython.locals(number=int, ranks=int, lengths=uint64_t, loose=uint64_t, one=uint64_t)
cpdef Owed without_unit(Owed owed, uint64_t unit) noexcept nogil
@cython.locals(source=int)
cdef int _loose_place(uint64_t unit) noexcept nogil
cpdef int unit_cards(uint64_t unit) noexcept nogil
cpdef int tractor_cards(uint64_t lengths) noexcept nogil
cdef Guards guards_of(Lead lead, Planes cards) noexcept nogil
cdef uint64_t guard(Guards guards, int source) noexcept nogil
@cython.locals(loose=uint64_t, unit=uint64_t, total=int)
cpdef int owed_size(Owed owed) noexcept nogil
@cython.locals(source=uint64_t, width=int, unit=uint64_t)
cpdef uint64_t first_loose(uint64_t loose) noexcept nogil
cpdef bint supplies(Order order, Lead lead, Planes cards, Owed owed) noexcept nogil
cpdef int most_kept(Order order, Lead lead, Planes cards, Planes kept, Owed owed) noexcept nogil
cpdef int most_kept_of(
    Order order, Lead lead, Planes whole, Planes cards, Planes kept, Owed owed
) noexcept nogil
cpdef bint holds(Order order, int lane, Planes cards, uint64_t lengths, uint64_t loose) noexcept nogil
cpdef bint holds_at(Order order, int lane, Planes cards, Owed owed, int step) noexcept nogil
@cython.locals(
    lengths=uint64_t, rest=uint64_t, loose=uint64_t, unit=uint64_t, length=int, number=int,
    ranks=int, first=Owed, most=int,
)
cdef int _place(
    Order order, int lane, int bombs, Planes cards, Planes kept, Owed owed, Guards guards, int floor
) noexcept nogil
@cython.locals(number=int, ranks=int, rest=uint64_t, faces=uint64_t, begins=uint64_t, equal=bint)
cdef int _place_unit(
    Order order, int lane, int bombs, Planes cards, Planes kept, Owed owed, Guards guards,
    uint64_t source, int floor,
) noexcept nogil
cdef int _take(
    Order order, int lane, int bombs, Planes cards, Planes kept, Owed owed, Guards guards,
    int source, int step, int floor,
) noexcept nogil
cdef int pairs_in(Planes cards) noexcept nogil
cdef int _pairs_kept(Planes cards, Planes kept, int pairs) noexcept nogil
@cython.locals(
    faces=uint64_t, one=uint64_t, best=int, left=uint64_t, unit=uint64_t, number=int, rest=uint64_t,
    most=int,
)
cdef int _loose_kept(Planes cards, Planes kept, uint64_t loose, Guards guards) noexcept nogil
@cython.locals(
    quads=int, triples=int, pairs=int, two=int, three=uint64_t, wanted=int, spare=int, free=int,
    more=int, broken=int,
)
cdef bint _holds_loose(Planes cards, uint64_t loose, Guards guards) noexcept nogil
