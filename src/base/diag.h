// How solver rooms fill a diagnostic. Private to the library.
#ifndef CAROM_BASE_DIAG_H
#define CAROM_BASE_DIAG_H

#include "carom/status.h"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "carom refuses bad input because not-a-number fails every comparison: compile it with -fno-fast-math"
#endif

#if defined(__GNUC__)
#define CAROM__PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CAROM__PRINTF(text, first)
#endif

/// Fills *diag (which may be NULL) and returns its status, so that a check reads `return carom__fail(...)`.
carom_status carom__fail(carom_diag* diag, carom_status status, const char* field, double value, const char* message,
                         ...) CAROM__PRINTF(5, 6);

/// For pointers that must not be NULL: what a call reads (CAROM_OUT_OF_RANGE) and where it writes (CAROM_TOO_SMALL).
/// The diagnostic says "<field> is NULL; it must <must>".
carom_status carom__need(const void* pointer, const char* field, const char* must, carom_diag* diag);
carom_status carom__need_memory(const void* pointer, const char* field, const char* must, carom_diag* diag);

/// What nearly every call needs: a problem, and room for its answer.
carom_status carom__need_problem_and_out(const void* problem, const void* out, carom_diag* diag);

/// Puts "prefix[index]." before the field that an inner check named ("prefix." when index < 0), and returns the status.
carom_status carom__fail_within(carom_diag* diag, carom_status status, const char* prefix, int index);

#endif
