/// @file write.h
/// What the public writers write, for any writer: one that makes text, or one that walks along the paths.
#ifndef CAROM_FORMAT_WRITE_H
#define CAROM_FORMAT_WRITE_H

#include "carom/run.h"
#include "format/json_writer.h"

/// The keys of a surface, and the table of a motion.
void carom__write_surface(carom__json* json, const carom_surface* surface, bool prefer_poisson_ratio);
void carom__write_table(carom__json* json, const carom_scenario* scenario);

void carom__write_scenario(carom__json* json, const carom_scenario* scenario);
void carom__write_result(carom__json* json, const carom_scenario* scenario, const carom_result* result);
void carom__write_explanation(carom__json* json, const carom_scenario* scenario, const carom_result* result,
                              const carom_explanation* explanation);

struct carom_simulation;
struct carom_simulation_hit;
/// What a simulation on a table has besides.
void carom__write_hit(carom__json* json, const struct carom_simulation_hit* hit);
void carom__write_table_ledger(carom__json* json, const carom_table_ledger* ledger);
void carom__write_pocketed(carom__json* json, const struct carom_simulation* simulation);
void carom__write_simulation(carom__json* json, const carom_scenario* scenario,
                             const struct carom_simulation* simulation);

/// The name that the file gives a contact; NULL where it gives none.
const char* carom__given_name(const carom_scenario* scenario, int contact);

/// "coordinates", where the mechanism has names for them.
void carom__write_coordinates(carom__json* json, const carom_scenario* scenario);

/// "questions", where there are any. result may be NULL.
void carom__write_doubts(carom__json* json, const carom_scenario* scenario, const carom_result* result);

/// Values of a result as they are written: the impulse in world axes, the spin in the axes of the file, whether springs
/// have an energy, the normal impulses of all contacts at an event.
carom_vec3 carom__world_impulse(const carom_scenario* scenario, const carom_result* result, int contact);
carom_vec3 carom__written_spin(const carom_scenario* scenario, const carom_result* result, int body);
bool carom__writes_spring(const carom_result* result);
const double* carom__event_impulses(const carom_result* result, int event);

/// One item of a list of warnings: a word for programs, a sentence for people.
void carom__write_warning(carom__json* json, const char* code, const char* text);
/// The items for a set of carom_warning bits; error goes with `approximate` (0: it is not told).
void carom__write_warnings(carom__json* json, unsigned warnings, double error);

#endif
