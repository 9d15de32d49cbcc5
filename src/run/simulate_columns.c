// The columns of the table of samples: what they are called, and what they hold for a ball on the cloth.
#include "run/simulate.h"

#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

// In the order of carom_flyer's state.
static const char* const IN_PLANE[] = {"x", "y", "angle", "vx", "vy", "spin"};
static const char* const IN_SPACE[] = {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"};
// The ball on the cloth.
static const char* const BALL_IN_PLANE[] = {"x", "y", "vx", "vy", "spin"};
static const char* const BALL_IN_SPACE[] = {"x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"};

int carom__sim_body_columns(int dimension, bool on_cloth) {
  if (on_cloth) return dimension == 2 ? COUNT(BALL_IN_PLANE) : COUNT(BALL_IN_SPACE);
  return dimension == 2 ? COUNT(IN_PLANE) : COUNT(IN_SPACE);
}

/// "box.x"; a long name gives way.
void carom__sim_name_body_columns(const carom__sim* sim, int mover) {
  const carom_simulation_mover* part = &sim->out->movers[mover];
  const bool in_plane = sim->scenario->dimension == 2;
  const bool on_cloth = sim->scenario->motion.has_cloth || sim->scenario->table;
  const char* const* names = on_cloth ? (in_plane ? BALL_IN_PLANE : BALL_IN_SPACE) : (in_plane ? IN_PLANE : IN_SPACE);
  for (int i = 0; i < part->column_count; ++i)
    snprintf(sim->out->columns[part->first_column + i], CAROM_WHAT_SIZE, "%.80s.%s", part->name, names[i]);
}

void carom__sim_name_chain_columns(const carom__sim* sim, int link_count) {
  char(*columns)[CAROM_WHAT_SIZE] = sim->out->columns + sim->out->movers[0].first_column;
  for (int i = 0; i < link_count; ++i) {
    snprintf(columns[i], CAROM_WHAT_SIZE, "angle_%d", i);
    snprintf(columns[link_count + i], CAROM_WHAT_SIZE, "rate_%d", i);
    snprintf(columns[2 * link_count + 2 * i], CAROM_WHAT_SIZE, "x_%d", i);
    snprintf(columns[2 * link_count + 2 * i + 1], CAROM_WHAT_SIZE, "y_%d", i);
  }
}

static double* put(double* row, int count, carom_vec3 vector) {
  const double components[] = {vector.x, vector.y, vector.z};
  for (int i = 0; i < count; ++i) *row++ = components[i];
  return row;
}

void carom__sim_put_ball(int dimension, const carom_body* ball, double* row) {
  row = put(row, dimension, ball->position);
  row = put(row, dimension, ball->velocity);
  if (dimension == 2) {
    *row = ball->spin.z;
  } else {
    put(row, 3, ball->spin);
  }
}
