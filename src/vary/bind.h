/// @file bind.h
/// Numbers of a document bound to where they stand in the struct that is read from it, so that a point is set and
/// solved without reading anything. Whatever is not a plain copy of the number (angles, normals, ratios) is not bound.
#ifndef CAROM_VARY_BIND_H
#define CAROM_VARY_BIND_H

#include "format/document.h"
#include "run/solve.h"

enum { CAROM__BOUND_TARGETS = 8 };

/// One number of the document. Between low and high the reader has taken it and copied it to the targets, nothing else.
typedef struct carom__bound {
  int target_count;  ///< 0: not bound
  double* targets[CAROM__BOUND_TARGETS];
  double low, high;
  double at_start;         ///< its value when it was bound
  double at_last_run;      ///< its value when the scenario was last solved
  carom__changed changes;  ///< what has changed in the scenario when its value has
} carom__bound;

/// A scenario that follows the numbers of a document, and the memory to solve it.
typedef struct carom__binding {
  carom__document* document;
  carom_scenario* scenario;
  carom__solver* solver;
  carom_model model;  ///< of the impact
  int slot_count;
  carom__bound slots[CAROM__DOCUMENT_SLOTS];
} carom__binding;

/// NULL where the document has no impact now, or no memory is left.
carom__binding* carom__binding_new(carom__document* document);
void carom__binding_free(carom__binding* binding);

/// Gives the scenario the numbers that are set now. False where only reading the document can tell what they mean.
bool carom__binding_follow(carom__binding* binding);
/// Solves the scenario that follows. *diag is in the words of the solvers.
carom_status carom__binding_solve(carom__binding* binding, carom_diag* diag);

#endif
