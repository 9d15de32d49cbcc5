/// @file figure/table.h
/// A table seen from above, laid out.
#ifndef CAROM_FIGURE_TABLE_H
#define CAROM_FIGURE_TABLE_H

#include "figure/sheet.h"

/// All that the writers of script and data need.
typedef struct carom__table_drawing {
  const carom_figure_table_input* input;
  carom__sheet sheet;
} carom__table_drawing;

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__TABLE_SCRIPT "table.gp"
#define CAROM__TABLE_LEGS   "legs.dat"
#define CAROM__TABLE_HITS   "hits.dat"

/// Legs of one phase and ball are one block of the data; -1: it has none.
bool carom__table_has_leg(const carom_figure_ball* ball, carom_phase phase);

/// drawing is a carom__table_drawing.
void carom__table_write_script(FILE* script, const void* drawing);

#endif
