// Which sweeps can be solved many rows at once, and where each of their values is read.
#include "sweep/batch.h"

#include <stdlib.h>
#include <string.h>

/// The column that a value is read from; NULL where it has to be made of the answer first.
static const double* lane_of(const carom__batch* b, const carom__pick* pick) {
  switch (pick->kind) {
    case CAROM__PICK_IMPULSE_CONTACT:
      return b->impulse[pick->axis];
    case CAROM__PICK_VELOCITY_BEFORE:
      return b->v[pick->axis];
    case CAROM__PICK_VELOCITY_AFTER:
      return b->after[pick->axis];
    default:
      return NULL;
  }
}

/// Energies of the ledger by their paths.
static const double* ledger_of(const carom__batch* b, const char* path) {
  if (strcmp(path, "energy.change") == 0) return b->change;
  if (strcmp(path, "energy.friction") == 0) return b->friction;
  return strcmp(path, "energy.restitution") == 0 ? b->restitution : NULL;
}

/// What the arrays tell of a row, and what follows from it.
static bool is_told(carom__pick_kind kind) {
  switch (kind) {
    case CAROM__PICK_IMPULSE:
    case CAROM__PICK_IMPULSE_CONTACT:
    case CAROM__PICK_VELOCITY_BEFORE:
    case CAROM__PICK_VELOCITY_AFTER:
    case CAROM__PICK_MODE:
    case CAROM__PICK_BODY_VELOCITY:
    case CAROM__PICK_BODY_SPIN:
    case CAROM__PICK_BODY_CHANGE:
    case CAROM__PICK_CLOSING_SPEED:
    case CAROM__PICK_JOINT_VELOCITY:
    case CAROM__PICK_ENERGY:
    case CAROM__PICK_MODEL:
      return true;
    case CAROM__PICK_NONE:
    case CAROM__PICK_EVENTS:
    case CAROM__PICK_EVENT_COUNT:
    case CAROM__PICK_EVENT_TYPE:
    case CAROM__PICK_EVENT_IMPULSE:
      break;
  }
  return false;
}

static bool can_batch(const carom__binding* b) {
  const carom_scenario* scenario = b->scenario;
  return (b->model == CAROM_MODEL_PLANAR || b->model == CAROM_MODEL_SPATIAL) && scenario->contact_count == 1 &&
         scenario->method.kind == CAROM_METHOD_EXACT && scenario->kind != CAROM_SCENARIO_CHAIN;
}

static bool find_picks(const carom_sweep* s, carom__batch* b) {
  b->is_direct = b->binding->scenario->kind == CAROM_SCENARIO_CONTACT_SPACE;
  for (int i = 0; i < s->output_count; ++i) {
    b->picks[i] = carom__pick_find(s->outputs[i].path, b->binding->scenario);
    if (!is_told(b->picks[i].kind)) return false;
    const bool of_ledger =
        strcmp(s->outputs[i].path, "energy.before") != 0 && strcmp(s->outputs[i].path, "energy.after") != 0;
    b->needs_energy = b->needs_energy || !of_ledger;
    b->columns[i] = lane_of(b, &b->picks[i]);
    if (!b->columns[i]) b->columns[i] = ledger_of(b, s->outputs[i].path);
    b->is_direct = b->is_direct && (b->columns[i] || b->picks[i].kind == CAROM__PICK_MODE);
  }
  return s->output_count > 0;
}

/// Numbers that are not plain copies would need the reader at every row.
static bool find_slots(const carom__binding* binding, carom__batch* b) {
  b->same_problem = true;
  for (int i = 0; i < binding->slot_count; ++i) {
    if (binding->slots[i].target_count == 0) return false;
    b->same_problem = b->same_problem && binding->slots[i].changes == CAROM__SURFACES_CHANGED;
  }
  return true;
}

// ---- inputs that are columns of the problem -------------------------------------------------------------------------

/// The number of a problem in contact space that stands at a place; FEED_COUNT: none.
static int feed_at(const carom__batch* b, const double* place) {
  int feed = 0;
  while (feed < CAROM__FEED_COUNT && b->feeders[feed].place != place) ++feed;
  return feed;
}

static void place_feeders(carom__batch* b) {
  const carom_scenario* scenario = b->binding->scenario;
  const carom_surface* surface = &scenario->surfaces[0];
  for (int i = 0; i < CAROM__FEED_COUNT; ++i) b->feeders[i].source = -1;
  for (int i = 0; i < scenario->dimension; ++i) b->feeders[i].place = &scenario->v[i];
  b->feeders[CAROM__FEED_E].place = &surface->e;
  b->feeders[CAROM__FEED_MU].place = &surface->mu;
  b->feeders[CAROM__FEED_MU_STATIC].place = &surface->mu_static;
  b->feeders[CAROM__FEED_STIFFNESS].place = &surface->stiffness;
  b->feeders[CAROM__FEED_EXPONENT].place = &surface->exponent;
}

static bool find_feeders(const carom_sweep* s, const carom__variant* v, carom__batch* b) {
  if (!b->is_direct || b->needs_energy) return false;
  place_feeders(b);
  for (int i = 0; i < s->plan.input_count; ++i) {
    const carom__bound* bound = v->slots[i] < 0 ? NULL : &b->binding->slots[v->slots[i]];
    for (int j = 0; bound && j < bound->target_count; ++j) {
      const int feed = feed_at(b, bound->targets[j]);
      if (feed == CAROM__FEED_COUNT) return false;
      b->feeders[feed].source = v->sources[i];
    }
  }
  for (int i = 0; i < s->output_count; ++i)
    if (b->picks[i].kind == CAROM__PICK_VELOCITY_BEFORE) return false;
  return true;
}

static void write_words(carom__batch* b) {
  for (int i = 0; i < CAROM__BATCH_MODES; ++i) {
    strncpy(b->words[0][i], carom_spatial_mode_word((carom_spatial_mode)i), CAROM_SWEEP_WORD_SIZE);
    strncpy(b->words[1][i], carom_planar_mode_word((carom_planar_mode)i), CAROM_SWEEP_WORD_SIZE);
  }
}

carom__batch* carom__batch_new(const carom_sweep* s, carom__variant* v) {
  carom__batch* b = s->moves ? NULL : calloc(1, sizeof *b);
  if (!b) return NULL;
  b->binding = carom__binding_new(v->vary->document);
  if (b->binding && can_batch(b->binding) && find_picks(s, b) && find_slots(b->binding, b)) {
    b->solver = b->binding->solver;
    b->is_fed = find_feeders(s, v, b);
    write_words(b);
    return b;
  }
  carom__batch_free(b);
  return NULL;
}

void carom__batch_free(carom__batch* b) {
  if (!b) return;
  carom__binding_free(b->binding);
  free(b);
}
