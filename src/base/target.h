// What the hot loops ask of the compiler. Private to the library.
#ifndef CAROM_BASE_TARGET_H
#define CAROM_BASE_TARGET_H

#include <limits.h>  // any header of the C library says whose it is

/// A part of a hot function: it must be compiled with it, for whatever processor that is compiled for. Where size is
/// asked for (-Os, -Oz), the compiler decides; the bits are the same.
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define CAROM__ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define CAROM__ALWAYS_INLINE static inline
#endif

/// Whether size is asked for: lanes that only save time are then left out.
#if defined(__OPTIMIZE_SIZE__)
#define CAROM__FOR_SIZE 1
#else
#define CAROM__FOR_SIZE 0
#endif

/// Before a loop whose bounds are known when it is compiled: leave no loop, or leave it as it is, where reading more
/// code would take longer than the loop.
#if defined(__OPTIMIZE_SIZE__)
#define CAROM__UNROLL
#define CAROM__KEEP_LOOP
#elif defined(__clang__)
#define CAROM__UNROLL    _Pragma("clang loop unroll(full)")
#define CAROM__KEEP_LOOP _Pragma("clang loop unroll(disable)")
#else
#define CAROM__UNROLL    _Pragma("GCC unroll 32")
#define CAROM__KEEP_LOOP _Pragma("GCC unroll 1")
#endif

/// On x86-64 with gcc: also compile the function for processors with AVX2. The same bits, since sums keep their order.
/// Only with glibc: it is the loader that chooses, and that of musl cannot. For static functions: a shared library
/// shows every other one, since gcc forgets here what is hidden.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && !defined(__AVX2__) && \
    !defined(__SANITIZE_ADDRESS__)
#define CAROM__WITH_AVX2 __attribute__((target_clones("avx2", "default")))
#else
#define CAROM__WITH_AVX2
#endif

#endif
