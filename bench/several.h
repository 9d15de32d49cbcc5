/// @file several.h
/// Collisions with several contacts, of which the rows several/... are made.
#ifndef CAROM_BENCH_SEVERAL_H
#define CAROM_BENCH_SEVERAL_H

#include "simultaneous/family_scene.h"

enum { SEVERAL_MOST = 60 };

/// Collisions of one kind; a row tells the mean over them.
typedef struct several_set {
  int count;
  family_problem problems[SEVERAL_MOST];
} several_set;

void several_feet(several_set* set);             ///< quadrupeds, 18 freedoms, that land on four feet; rigid friction
void several_planar_rigid(several_set* set);     ///< rods, discs in grooves and mechanisms in the plane, 2-4 contacts
void several_box4(several_set* set);             ///< scenes/box-on-four-corners.json
void several_ball_ball_cloth(several_set* set);  ///< a billiard ball hits another one, both on the cloth
void several_cushion(several_set* set);          ///< scenes/billiard-ball-on-cushion-and-cloth.json
void several_cradle_10(several_set* set);        ///< scenes/cradle-10.json
void several_cradle_10_hertz(several_set* set);  ///< scenes/cradle-10-hertz.json

#endif
