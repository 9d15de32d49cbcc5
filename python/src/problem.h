// One element of a call as a contact problem, for what arrays do not tell: sentences, error estimates, paths.
#ifndef CAROM_PYTHON_PROBLEM_H
#define CAROM_PYTHON_PROBLEM_H

#include "core.h"

enum { MOST_SIZE = 3 * CAROM_SIMULTANEOUS_MAX_CONTACTS };

/// Which arrays of a call tell how surfaces meet; -1: none does.
typedef struct surface_arrays {
  int e, mu, mu_static, law, eta2, stiffness, exponent;
} surface_arrays;

/// Of one rigid contact: e, mu, mu_static and law are arrays 2 to 5.
extern const surface_arrays problem_rigid;

/// Doubles of workspace for the problem and its solution.
size_t problem_workspace(const core_sizes* sizes);

/// Copies rows x columns numbers of array `index` at its place, without gaps.
void problem_copy(const core_call* call, const core_place* places, int index, double* out);

/// Writes the numbers of one element of output `index`, doubles, if it is wanted.
void problem_put(const core_call* call, const core_place* places, int index, const double* numbers);
/// The same where there is no answer: NaN, or 0 for codes.
void problem_put_nothing(const core_call* call, const core_place* places, int index);

/// Surface of every contact, with the library's defaults where an array is not given.
void problem_surfaces(const core_call* call, const core_place* places, const surface_arrays* from,
                      carom_surface* surfaces);

/// Solves the element with W and v in arrays 0 and 1 through the door.
carom_status problem_solve(const core_call* call, const core_place* places, const surface_arrays* from,
                           double* workspace, double* error, carom_diag* diag);

/// Options of several contacts: budget and method.
carom_impact_options problem_options(const core_sizes* sizes);

#endif
