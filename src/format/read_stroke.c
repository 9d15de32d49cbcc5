// The strokes of a table.
#include <math.h>
#include <string.h>

#include "format/read_table.h"

enum { MOST_STROKES = 1000 };

static bool read_cue(const carom__node* stroke, carom_stroke* out) {
  static const char* const keys[] = {"mass", "end_mass", "e", "mu", "eta2", "stiffness", NULL};
  const carom__node node = carom__node_member(stroke, "cue");
  if (!node.value) return true;
  return carom__as_object(&node, (carom__keys){keys, NULL, NULL}) &&
         carom__get_number(&node, "mass", CAROM__OPTIONAL, &carom__positive, &out->mass) &&
         carom__get_number(&node, "end_mass", CAROM__OPTIONAL, &carom__not_negative, &out->end_mass) &&
         carom__get_number(&node, "e", CAROM__OPTIONAL, &carom__from_0_to_1, &out->tip.e) &&
         carom__get_number(&node, "mu", CAROM__OPTIONAL, &carom__not_negative, &out->tip.mu) &&
         carom__get_number(&node, "eta2", CAROM__OPTIONAL, &carom__not_negative, &out->tip.eta2) &&
         carom__get_number(&node, "stiffness", CAROM__OPTIONAL, &carom__positive, &out->tip.stiffness);
}

/// A time, or "rest".
static bool read_time(const carom__node* stroke, carom_scenario_stroke* out) {
  const carom__node node = carom__node_member(stroke, "time");
  const char* word = json_string_value(node.value);
  out->at_rest = word && strcmp(word, "rest") == 0;
  return out->at_rest || carom__get_number(stroke, "time", CAROM__OPTIONAL, &carom__not_negative, &out->time);
}

static bool read_ball(const carom__node* stroke, const carom_scenario* scenario, int* ball) {
  const carom__node node = carom__node_member(stroke, "ball");
  if (!node.value) return carom__get_nothing(&node, CAROM__REQUIRED, "the name of a ball");
  return carom__read_body_name(&node, scenario, ball) &&
         (scenario->bodies[*ball].kind == CAROM_BODY_FREE ||
          carom__node_fail(&node, CAROM_BAD_VALUE, "\"%.60s\" is no ball.", scenario->body_info[*ball].name));
}

static bool read_aim(const carom__node* node, carom_stroke* out) {
  static const carom__range tilts = {0, 1.57, false, "a number from 0 to 1.57"};
  const carom__node direction = carom__node_member(node, "direction"), offset = carom__node_member(node, "offset");
  carom_vec2 off = {0, 0};
  if (!carom__get_number(node, "speed", CAROM__REQUIRED, &carom__positive, &out->speed) ||
      !carom__get_place(node, "direction", CAROM__REQUIRED, &out->direction) ||
      !carom__get_number(node, "elevation", CAROM__OPTIONAL, &tilts, &out->elevation) ||
      !carom__get_place(node, "offset", CAROM__OPTIONAL, &off))
    return false;
  out->side = off.x;
  out->height = off.y;
  if (out->direction.x == 0 && out->direction.y == 0)
    return carom__node_fail(&direction, CAROM_BAD_VALUE, "\"direction\" is [0, 0]; it must point somewhere.");
  return hypot(off.x, off.y) < 1 ||
         carom__node_fail(&offset, CAROM_BAD_VALUE,
                          "\"offset\" is %g radii off the centre, past the ball; it must be less than 1.",
                          hypot(off.x, off.y));
}

static bool read_stroke(const carom__node* node, const carom_scenario* scenario, carom_scenario_stroke* out) {
  static const char* const keys[] = {"time", "ball", "speed", "direction", "elevation", "offset", "cue", NULL};
  out->stroke = carom_stroke_default();
  return carom__as_object(node, (carom__keys){keys, NULL, NULL}) && read_time(node, out) &&
         read_ball(node, scenario, &out->stroke.ball) && read_aim(node, &out->stroke) && read_cue(node, &out->stroke);
}

/// One after the other: a stroke at a time cannot come before the stroke above it.
static bool check_order(const carom__node* node, const carom_scenario_stroke* before, const carom_scenario_stroke* it) {
  const carom__node time = carom__node_member(node, "time");
  if (it->at_rest || (!before->at_rest && before->time <= it->time)) return true;
  return carom__node_fail(&time, CAROM_BAD_VALUE,
                          before->at_rest
                              ? "a stroke at \"rest\" comes before; those after it must be at \"rest\" too."
                              : "the stroke comes before the one above it; strokes stand in order of time.");
}

bool carom__read_strokes(const carom__node* table, carom_scenario* scenario) {
  carom__node list = carom__node_member(table, "strokes");
  carom_scenario_table* out = scenario->table;
  if (!list.value) return true;
  if (!carom__get_array(table, "strokes", 0, MOST_STROKES, &list)) return false;
  const int count = (int)json_array_size(list.value);
  out->strokes = carom__read_allocate(&list, count, sizeof *out->strokes);
  for (int i = 0; out->strokes && i < count; ++i) {
    const carom__node node = carom__node_item(&list, (size_t)i);
    if (!read_stroke(&node, scenario, &out->strokes[i])) return false;
    if (i > 0 && !check_order(&node, &out->strokes[i - 1], &out->strokes[i])) return false;
  }
  out->stroke_count = count;
  return out->strokes != NULL;
}
