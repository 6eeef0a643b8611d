from libc.stdint cimport uint64_t

cdef extern from *:
    int __builtin_popcountll(unsigned long long mask) noexcept nogil
    int __builtin_clzll(unsigned long long mask) noexcept nogil
    int __builtin_ctzll(unsigned long long mask) noexcept nogil

cdef extern from "pythread.h" nogil:
    ctypedef void *Lock "PyThread_type_lock"
    Lock new_lock "PyThread_allocate_lock" ()
    void forget "PyThread_free_lock" (Lock lock)
    int PyThread_acquire_lock(Lock lock, int waits)
    void release "PyThread_release_lock" (Lock lock)


cdef extern from *:
    """
    /* A function that only fetches would count as one without effect, and be left out. */
    static inline void tuolaji_fetch(PyObject *one, int size) {
        for (int at = 0; at < size; at += 64) __builtin_prefetch((char *) one + at, 1);
        __asm__ volatile ("");
    }
    """
    void fetch "tuolaji_fetch" (object one, int size) noexcept nogil


cdef inline void take(Lock lock) noexcept nogil:
    PyThread_acquire_lock(lock, 1)


cdef inline uint64_t bit(int at) noexcept nogil:
    return <uint64_t>1 << at


cdef inline int popcount(uint64_t mask) noexcept nogil:
    return __builtin_popcountll(mask)


cdef inline int top_bit(uint64_t mask) noexcept nogil:
    return 63 - __builtin_clzll(mask)


cdef inline int low_bit(uint64_t mask) noexcept nogil:
    return __builtin_ctzll(mask)
