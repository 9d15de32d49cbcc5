// The parts of a table, between the files that read them. Private to the room.
#ifndef CAROM_FORMAT_READ_TABLE_H
#define CAROM_FORMAT_READ_TABLE_H

#include "format/read.h"

/// Adds the balls of all racks to the bodies; needs the size of the table.
bool carom__read_racks(const carom__node* table, carom_scenario* scenario);

bool carom__read_strokes(const carom__node* table, carom_scenario* scenario);

/// Two numbers.
bool carom__get_place(const carom__node* parent, const char* key, carom__presence presence, carom_vec2* out);

/// Whether a ball at a place is on the table, where the rails close round it.
bool carom__is_on_table(const carom_scenario_table* table, carom_vec3 place);

/// "go from (0, 0) to (2, 1) m", or what rails enclose.
enum { CAROM__RAILS_WORDS = 96 };
void carom__say_where_rails_go(const carom_scenario_table* table, char words[CAROM__RAILS_WORDS]);

#endif
