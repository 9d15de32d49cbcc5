/// @file present/scene.h
/// What the files of a scene share: how it is looked at, and the bodies as they are drawn.
#ifndef CAROM_PRESENT_SCENE_H
#define CAROM_PRESENT_SCENE_H

#include <math.h>

#include "present/motion.h"

enum {
  CAROM__SCENE_SIDES = 48,
  CAROM__MOST_ACTORS = CAROM_FIGURE_MAX_ACTORS,
  CAROM__MOST_MEETINGS = CAROM_FIGURE_MAX_MEETINGS
};

/// Two directions of the world that lie across and up; the third looks at the viewer.
typedef struct carom__viewer {
  carom_vec3 across, up, toward;
  const char *across_words, *up_words;
} carom__viewer;

static inline carom_vec2 carom__seen(const carom__viewer* v, carom_vec3 p) {
  return (carom_vec2){carom_vec3_dot(v->across, p), carom_vec3_dot(v->up, p)};
}

static inline double carom__length_of(carom_vec3 a) {
  return sqrt(carom_vec3_dot(a, a));
}

static inline carom_vec3 carom__turned(const carom_mat3* m, carom_vec3 p) {
  return (carom_vec3){m->m[0][0] * p.x + m->m[0][1] * p.y + m->m[0][2] * p.z,
                      m->m[1][0] * p.x + m->m[1][1] * p.y + m->m[1][2] * p.z,
                      m->m[2][0] * p.x + m->m[2][1] * p.y + m->m[2][2] * p.z};
}

/// The bodies as they are drawn, with the memory behind them.
typedef struct carom__cast {
  const carom_present_item* item;
  carom__viewer v;
  carom_figure_actor actors[CAROM__MOST_ACTORS];
  carom_vec2* outlines[CAROM__MOST_ACTORS];
  int count;
  carom_figure_meeting meetings[CAROM__MOST_MEETINGS];
} carom__cast;

bool carom__has_shape(const carom_scenario_body* info);

/// The outline of a body, or a guess; out has room for 2 max(corners, CAROM__SCENE_SIDES) + 2. Returns how many
/// corners, -1 without memory.
int carom__take_outline(const carom__cast* c, int index, carom_figure_actor* actor, carom_vec2* out);

#endif
