// Tables as nobody would build them: balls of all sizes in touch, jaws, no friction or a lot, e of 0 and 1, speeds from
// 1e-9 to 1e6 m/s, contacts that take no time.
#ifndef CAROM_TESTS_TABLE_WILD_H
#define CAROM_TESTS_TABLE_WILD_H

#include "carom/table.h"

typedef struct wild {
  carom_table table;
  carom_table_ball balls[CAROM_TABLE_MAX_BALLS];
  carom_table_rail rails[CAROM_TABLE_MAX_RAILS];
  carom_table_pocket pockets[CAROM_TABLE_MAX_POCKETS];
  double size, radius, speed;  // m, m, m/s
} wild;

/// Sample `number` of them. False: no ball found a place.
bool wild_draw(wild* w, long number);

#endif
