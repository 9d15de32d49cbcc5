// Where a number goes is found out by trying: the document is read with other values, and the structs are compared. If
// every word that differs holds the number itself, the number is bound to those words. Which values the reader takes is
// found out the same way: it has taken low and high, and ranges have no holes, so it takes all between.
#include "vary/bind.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// A piece of memory that a number may reach.
typedef struct block {
  char* at;
  size_t size;  // bytes
} block;

enum { MOST_BLOCKS = 16 };

static block block_of(void* at, size_t count, size_t size) {
  return (block){at, at ? count * size : 0};
}

/// All that solvers read of a scenario. The same blocks, in the same order, for all scenarios of one document.
static int list_blocks(const carom_scenario* s, block out[MOST_BLOCKS]) {
  const size_t contacts = (size_t)s->contact_count, size = contacts * (size_t)s->dimension, dof = (size_t)s->dof;
  const block blocks[] = {
      block_of(s->bodies, (size_t)s->body_count, sizeof *s->bodies),
      block_of(s->surfaces, contacts, sizeof *s->surfaces),
      block_of(s->touches, contacts, sizeof *s->touches),
      block_of(s->w, size * size, sizeof *s->w),
      block_of(s->v, size, sizeof *s->v),
      block_of(s->mass_matrix, dof * dof, sizeof *s->mass_matrix),
      block_of(s->velocity, dof, sizeof *s->velocity),
      block_of(s->jacobian, size * dof, sizeof *s->jacobian),
  };
  memcpy(out, blocks, sizeof blocks);
  return (int)(sizeof blocks / sizeof blocks[0]);
}

static bool same_vector(carom_vec3 a, carom_vec3 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_shape(const carom_scenario_body* a, const carom_scenario_body* b) {
  return a->spin_in_body_frame == b->spin_in_body_frame && a->angle == b->angle &&
         a->sphere_radius == b->sphere_radius && a->point_count == b->point_count && a->hangs == b->hangs &&
         a->shape == b->shape && same_vector(a->box, b->box) && same_vector(a->pivot, b->pivot) &&
         a->pivot_length == b->pivot_length &&
         (a->point_count == 0 || memcmp(a->points, b->points, (size_t)a->point_count * sizeof *a->points) == 0);
}

static bool same_surface(const carom_surface* a, const carom_surface* b) {
  return a->law == b->law && a->e == b->e && a->mu == b->mu && a->mu_static == b->mu_static && a->eta2 == b->eta2 &&
         a->stiffness == b->stiffness && a->exponent == b->exponent;
}

static bool same_cloth(const carom_cloth* a, const carom_cloth* b) {
  return a->body == b->body && a->radius == b->radius && a->slide == b->slide && a->roll == b->roll && a->hop == b->hop;
}

static bool same_motion(const carom_motion* a, const carom_motion* b) {
  bool same = a->until == b->until && same_vector(a->gravity, b->gravity) && a->plane_count == b->plane_count &&
              a->cutoff_speed == b->cutoff_speed && a->sample == b->sample && a->tolerance == b->tolerance &&
              a->has_cloth == b->has_cloth && (!a->has_cloth || same_cloth(&a->cloth, &b->cloth));
  for (int i = 0; i < a->plane_count && same; ++i)
    same = same_vector(a->planes[i].point, b->planes[i].point) &&
           same_vector(a->planes[i].normal, b->planes[i].normal) &&
           same_surface(&a->planes[i].surface, &b->planes[i].surface);
  return same;
}

static bool same_meet(const carom_scenario_meet* a, const carom_scenario_meet* b) {
  bool same = a->all == b->all && a->count == b->count && (!a->all || same_surface(&a->surface, &b->surface));
  for (int i = 0; i < a->count && same; ++i)
    same = a->list[i].a == b->list[i].a && a->list[i].b == b->list[i].b &&
           same_surface(&a->list[i].surface, &b->list[i].surface);
  return same;
}

static bool same_method(const carom_method* a, const carom_method* b) {
  return a->kind == b->kind && a->step == b->step && a->epsilon == b->epsilon && a->h1 == b->h1 && a->h2 == b->h2;
}

/// The bytes between a small field and the double behind it belong to nobody; here they must not tell scenarios apart.
static void clear_gaps(carom_scenario* s) {
  for (int i = 0; i < s->contact_count; ++i)
    memset((char*)&s->surfaces[i] + sizeof s->surfaces[i].law, 0,
           offsetof(carom_surface, e) - sizeof s->surfaces[i].law);
  for (int i = 0; i < s->body_count; ++i)
    memset((char*)&s->bodies[i] + sizeof s->bodies[i].kind, 0, offsetof(carom_body, mass) - sizeof s->bodies[i].kind);
}

/// Whether nothing differs outside of the blocks.
static bool same_rest(const carom_scenario* a, const carom_scenario* b) {
  bool same = a->dimension == b->dimension && a->kind == b->kind && a->model == b->model &&
              same_method(&a->method, &b->method) && a->body_count == b->body_count && a->dof == b->dof &&
              a->contact_count == b->contact_count && a->has_motion == b->has_motion &&
              memcmp(a->compliance_by_poisson_ratio, b->compliance_by_poisson_ratio, (size_t)a->contact_count) == 0;
  for (int i = 0; i < a->body_count && same; ++i) same = same_shape(&a->body_info[i], &b->body_info[i]);
  if (a->table || b->table) return false;  // read anew
  return same && (!a->has_motion || (same_motion(&a->motion, &b->motion) && same_meet(&a->meet, &b->meet)));
}

static bool same_everywhere(const carom_scenario* a, const carom_scenario* b) {
  block ours[MOST_BLOCKS], theirs[MOST_BLOCKS];
  if (!same_rest(a, b)) return false;
  const int count = list_blocks(a, ours);
  list_blocks(b, theirs);
  for (int i = 0; i < count; ++i)
    if (ours[i].size > 0 && memcmp(ours[i].at, theirs[i].at, ours[i].size) != 0) return false;
  return true;
}

/// Two readings of a document that differ in one number.
typedef struct trial {
  double before, after;
} trial;

/// Adds the words of a block that differ. False where one is not a copy of the number.
static bool add_targets(const block* ours, const block* theirs, trial t, carom__bound* out) {
  for (size_t at = 0; at + sizeof(double) <= ours->size; at += sizeof(double)) {
    if (memcmp(ours->at + at, theirs->at + at, sizeof(double)) == 0) continue;
    const bool copied =
        memcmp(ours->at + at, &t.before, sizeof(double)) == 0 && memcmp(theirs->at + at, &t.after, sizeof(double)) == 0;
    if (!copied || out->target_count == CAROM__BOUND_TARGETS) return false;
    out->targets[out->target_count++] = (double*)(void*)(ours->at + at);
  }
  return true;
}

/// The words that a number is copied to; none where that is not all that it does.
static bool find_targets(const carom_scenario* ours, const carom_scenario* theirs, trial t, carom__bound* out) {
  block a[MOST_BLOCKS], b[MOST_BLOCKS];
  out->target_count = 0;
  if (!same_rest(ours, theirs)) return false;
  const int count = list_blocks(ours, a);
  list_blocks(theirs, b);
  for (int i = 0; i < count; ++i)
    if (!add_targets(&a[i], &b[i], t, out)) return false;
  return out->target_count > 0;
}

/// To the bit: minus zero is another number than zero.
static bool differs(double a, double b) {
  return memcmp(&a, &b, sizeof a) != 0;
}

static void put(const carom__bound* bound, double value) {
  for (int i = 0; i < bound->target_count; ++i) *bound->targets[i] = value;
}

/// The document with another number in one slot, as the reader takes it; NULL where it does not.
static carom_scenario* read_with(carom__binding* b, int slot, double value) {
  carom_diag unread;
  const double now = carom__document_get(b->document, slot);
  carom__document_set(b->document, slot, value);
  carom_scenario* scenario = carom__document_scenario(b->document, &unread);
  carom__document_set(b->document, slot, now);
  if (scenario) clear_gaps(scenario);
  return scenario;
}

static void widen(carom__bound* bound, double value) {
  if (value < bound->low) bound->low = value;
  if (value > bound->high) bound->high = value;
}

static bool is_within(const void* target, const void* from, const void* to) {
  return target >= from && target < to;
}

/// A guided body is not among those whose velocity may be any: it moves along its line.
static bool is_velocity(const carom_scenario* scenario, const double* target) {
  if (scenario->kind == CAROM_SCENARIO_MECHANISM)
    return is_within(target, scenario->velocity, scenario->velocity + scenario->dof);
  if (scenario->kind == CAROM_SCENARIO_CONTACT_SPACE)
    return is_within(target, scenario->v, scenario->v + scenario->dimension * scenario->contact_count);
  for (int i = 0; i < scenario->body_count; ++i) {
    const carom_body* body = &scenario->bodies[i];
    if (body->kind == CAROM_BODY_FREE &&
        (is_within(target, &body->velocity, &body->velocity + 1) || is_within(target, &body->spin, &body->spin + 1)))
      return true;
  }
  return false;
}

static carom__changed changes_by(const carom_scenario* scenario, const carom__bound* bound) {
  carom__changed most = CAROM__SURFACES_CHANGED;
  for (int i = 0; i < bound->target_count; ++i) {
    if (is_within(bound->targets[i], scenario->surfaces, scenario->surfaces + scenario->contact_count)) continue;
    if (!is_velocity(scenario, bound->targets[i])) return CAROM__ANYTHING_CHANGED;
    most = CAROM__VELOCITIES_CHANGED;
  }
  return most;
}

/// Two values near the present one, on whichever side the reader takes them, must go to the same words.
static void bind(carom__binding* b, int slot) {
  static const double steps[] = {0x1p-6, -0x1p-6, 0x1p-7, -0x1p-7};
  carom__bound first = {0}, *bound = &b->slots[slot];
  const double now = carom__document_get(b->document, slot);
  int taken = 0;
  *bound = (carom__bound){.low = now, .high = now, .at_start = now};
  for (int i = 0; i < 4; ++i) {
    const double other = now == 0 ? steps[i] : now * (1 + steps[i]);
    carom_scenario* scenario = read_with(b, slot, other);
    if (!scenario) continue;
    bool copied = find_targets(b->scenario, scenario, (trial){now, other}, &first);
    carom_scenario_free(scenario);
    if (copied && taken > 0)
      copied = first.target_count == bound->target_count &&
               memcmp(first.targets, bound->targets, (size_t)first.target_count * sizeof first.targets[0]) == 0;
    if (!copied) {
      bound->target_count = 0;
      return;
    }
    bound->target_count = first.target_count;
    memcpy(bound->targets, first.targets, sizeof first.targets);
    widen(bound, other);
    ++taken;
  }
  if (taken < 2) bound->target_count = 0;
  bound->changes = changes_by(b->scenario, bound);
}

carom__binding* carom__binding_new(carom__document* document) {
  carom_diag unread;
  carom__binding* b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->document = document;
  b->slot_count = carom__document_slot_count(document);
  b->scenario = carom__document_scenario(document, &unread);
  b->model = b->scenario ? carom_scenario_impact_model(b->scenario) : CAROM_MODEL_MOTION;
  if (b->scenario) clear_gaps(b->scenario);
  if (b->model != CAROM_MODEL_MOTION) b->solver = carom__solver_new(b->scenario, false);
  if (!b->solver) {
    carom__binding_free(b);
    return NULL;
  }
  for (int i = 0; i < b->slot_count; ++i) bind(b, i);
  return b;
}

void carom__binding_free(carom__binding* b) {
  if (!b) return;
  carom__solver_free(b->solver);
  carom_scenario_free(b->scenario);
  free(b);
}

/// Whether the reader takes this value too, and does with it what the binding does. The other numbers are as they are.
static bool reader_agrees(carom__binding* b, int slot, double value) {
  carom_scenario* scenario = read_with(b, slot, value);
  if (!scenario) return false;
  put(&b->slots[slot], value);
  const bool agrees = same_everywhere(b->scenario, scenario);
  put(&b->slots[slot], carom__document_get(b->document, slot));
  carom_scenario_free(scenario);
  return agrees;
}

/// A value beyond low or high. If the reader takes it, it is asked about twice as wide a range too, so that a sweep
/// asks only now and then; where that is too far, about half as much more, and so on.
static bool extend(carom__binding* b, int slot, double value) {
  enum { HALVINGS = 10 };
  carom__bound* bound = &b->slots[slot];
  if (!reader_agrees(b, slot, value)) return false;
  double further = value > bound->high ? value - bound->low : value - bound->high;
  widen(bound, value);
  for (int i = 0; i < HALVINGS; ++i, further *= 0.5) {
    if (!reader_agrees(b, slot, value + further)) continue;
    widen(bound, value + further);
    break;
  }
  return true;
}

bool carom__binding_follow(carom__binding* b) {
  double values[CAROM__DOCUMENT_SLOTS];
  for (int i = 0; i < b->slot_count; ++i) {
    const carom__bound* bound = &b->slots[i];
    values[i] = carom__document_get(b->document, i);
    if (bound->target_count == 0 && differs(values[i], bound->at_start)) return false;
    put(bound, values[i]);
  }
  for (int i = 0; i < b->slot_count; ++i) {
    const carom__bound* bound = &b->slots[i];
    const bool inside = values[i] >= bound->low && values[i] <= bound->high;
    if (bound->target_count > 0 && !inside && !extend(b, i, values[i])) return false;
  }
  return carom_scenario_impact_model(b->scenario) == b->model;
}

carom_status carom__binding_solve(carom__binding* b, carom_diag* diag) {
  carom__changed changed = CAROM__SURFACES_CHANGED;
  for (int i = 0; i < b->slot_count; ++i) {
    carom__bound* bound = &b->slots[i];
    const double now = bound->target_count > 0 ? *bound->targets[0] : bound->at_start;
    if (differs(now, bound->at_last_run) && bound->changes > changed) changed = bound->changes;
    bound->at_last_run = now;
  }
  return carom__solver_run(b->solver, changed, diag);
}
