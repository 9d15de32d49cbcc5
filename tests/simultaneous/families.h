// Deterministic random families of collisions with several contacts: what people let fall, grip, stack and strike.
#ifndef CAROM_TESTS_SIMULTANEOUS_FAMILIES_H
#define CAROM_TESTS_SIMULTANEOUS_FAMILIES_H

#include "random.h"
#include "simultaneous/family_scene.h"

/// How the surfaces of all contacts of a collision are drawn.
typedef struct family_ranges {
  bool rigid;  // friction without tangential springs: eta2 = 0
  bool wild;   // stiffness 1e-9 to 1e9, mu 1e-3 to 1e3, eta2 1e-6 to 1e3; else what real users have
} family_ranges;

/// Fills a collision. index counts within the family: families made by hand walk through a grid with it.
typedef void family_maker(test_random* r, const family_ranges* ranges, int index, family_problem* p);

/// What a family may ask of its judge.
typedef enum family_trait {
  FAMILY_HAS_FRICTION = 1,      // else rigid and springs are the same, and one of them is enough
  FAMILY_MAY_BE_SENSITIVE = 2,  // symmetric stacks: friction on rigid, redundant faces has more than one future
  FAMILY_IS_LONG = 4,  // stiffness ratios or numbers of contacts that the exact engine may not follow to the end
  FAMILY_IS_STACK = 8  // box on box
} family_trait;

typedef struct family {
  const char* name;
  family_maker* make;
  unsigned traits;
} family;

extern const family FAMILIES[];
extern const int FAMILY_COUNT;

/// Number `index` of a family: the same on every machine.
void family_draw(const family* f, const family_ranges* ranges, uint64_t seed, int index, family_problem* p);

/// What the makers in several files share: a surface for each contact, after count is known.
void family_surfaces(test_random* r, const family_ranges* ranges, family_problem* p);
double family_mass(test_random* r);

family_maker family_box4, family_rod2, family_groove, family_corner, family_table, family_column, family_column_1e2,
    family_column_1e4, family_column_1e6, family_gripper, family_boxes2, family_boxes3, family_mechanism,
    family_mechanism_large, family_row, family_row_hertz, family_break, family_break_frictionless, family_break_hertz,
    family_quadruped, family_by_hand_boxes2, family_by_hand_boxes3, family_by_hand_table, family_by_hand_box,
    family_by_hand_wedge, family_by_hand_walls;

#endif
