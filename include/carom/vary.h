/// @file vary.h
/// Numbers of a scenario, changed by name, and values of its answer, read by name. Part of the library `carom-files`.
///
/// A path names a value by the keys that lead to it, as in the keys of errors: contacts.0.mu, bodies.ball.velocity.0,
/// contact_space.W.0.2. What can be set is any number of the file, and any that it leaves to its default. What can be
/// read is any number or word of the result (as carom_result_write writes it), of the explanation (the same with
/// "explain." before it), and of the scenario with all defaults filled in; where result and scenario have the same
/// path, the result counts; "after." before it means the same, and tells it from a number that is set. The number of
/// items of a list is at its path with ".count" behind it. Two lists can be read whole, as one word: "events", the
/// sequence of event types, and "explain.invariant_directions", how many there are of each type.
#ifndef CAROM_VARY_H
#define CAROM_VARY_H

#include "carom/run.h"

/// A scenario whose numbers can be set.
typedef struct carom_vary carom_vary;

/// Reads a scenario, as carom_scenario_parse does. NULL with *error filled when anything is wrong.
CAROM_API carom_vary* carom_vary_open(const char* text, size_t length, carom_diag* error);
/// Frees it; NULL is fine.
CAROM_API void carom_vary_free(carom_vary* vary);

enum { CAROM_VARY_MOST_SLOTS = 64 };

/// Finds the number to set at a path. Returns its slot, or -1 with *error filled: its message names the nearest right
/// path. A number that the file leaves to its default is added to it here.
CAROM_API int carom_vary_find(carom_vary* vary, const char* path, carom_diag* error);
/// Sets the number of a slot. Whether it is allowed shows when the scenario is read.
CAROM_API void carom_vary_set(carom_vary* vary, int slot, double value);

/// The scenario with the numbers that are set now, checked like a file. NULL with *error filled (its line is 0).
CAROM_API carom_scenario* carom_vary_scenario(const carom_vary* vary, carom_diag* error);

/// What a path led to.
typedef enum carom_reading_kind {
  CAROM_READING_NONE = 0,  ///< there is no such value at this point
  CAROM_READING_NUMBER = 1,
  CAROM_READING_WORD = 2,  ///< true and false are words too
} carom_reading_kind;

enum { CAROM_READING_WORD_SIZE = 256 };

/// What was read.
typedef struct carom_reading {
  carom_reading_kind kind;
  double number;
  char word[CAROM_READING_WORD_SIZE];  ///< cut with "…" where it is too long
} carom_reading;

/// Solves the scenario with the numbers that are set now and reads the values at `count` paths. A point costs hardly
/// more than its solution where the numbers that are set go into the scenario as they are (friction, masses,
/// velocities: not angles, directions, ratios), and the values are those of contacts, bodies, energies or events. False
/// with *error filled when there is no answer; a path that names nothing gives CAROM_READING_NONE.
CAROM_API bool carom_vary_read(carom_vary* vary, int count, const char* const* paths, carom_reading* out,
                               carom_diag* error);

/// Fills *error for a path that names nothing at the numbers set now: the nearest right one. Returns false.
CAROM_API bool carom_vary_unknown_reading(const carom_vary* vary, const char* path, carom_diag* error);

/// The same two of a motion: runs it (see carom/simulation.h), and reads values as carom_simulation_write writes them,
/// or of the scenario. Here no explanation can be read, and no list whole.
CAROM_API bool carom_vary_read_motion(const carom_vary* vary, int count, const char* const* paths, carom_reading* out,
                                      carom_diag* error);
/// As carom_vary_unknown_reading, for values of a motion.
CAROM_API bool carom_vary_unknown_motion_reading(const carom_vary* vary, const char* path, carom_diag* error);

#endif
