// Free bodies that meet each other or hang on pivots: one crowd, made from what the file says.
#include <stdlib.h>
#include <string.h>

#include "run/simulate_parts.h"
#include "run/solve.h"
#include "text/clean_text.h"

bool carom__sim_is_crowd(const carom_scenario* scenario) {
  bool hangs = false;
  for (int i = 0; i < scenario->body_count; ++i) hangs = hangs || scenario->body_info[i].hangs;
  return scenario->meet.all || scenario->meet.count > 0 || hangs;
}

int carom__sim_member(const carom_scenario* scenario, int member) {
  int body = 0;
  for (;; ++body)
    if (scenario->bodies[body].kind == CAROM_BODY_FREE && member-- == 0) return body;
}

/// The other way round.
static int member_of(const carom_scenario* scenario, int body) {
  int member = 0;
  for (int i = 0; i < body; ++i) member += scenario->bodies[i].kind == CAROM_BODY_FREE ? 1 : 0;
  return member;
}

static int count_members(const carom_scenario* scenario) {
  return member_of(scenario, scenario->body_count);
}

// ---- making it -----------------------------------------------------------------------------------------------------

static carom_crowd_body body_as_member(const carom__sim* sim, int body) {
  const carom_scenario_body* info = &sim->scenario->body_info[body];
  return (carom_crowd_body){
      .body = carom__sim_body(sim, body),
      .angle = info->angle,
      .shape = {.sphere_radius = info->sphere_radius, .point_count = info->point_count, .points = info->points},
      .solid = info->shape == CAROM_SHAPE_POLYGON || info->shape == CAROM_SHAPE_BOX,
      .box = info->box,
      .hangs = info->hangs,
      .pivot = info->pivot,
      .length = info->pivot_length};
}

/// Everybody with everybody.
static int list_all(const carom_scenario* scenario, int members, carom_meeting* out) {
  int count = 0;
  for (int a = 0; a < members; ++a)
    for (int b = a + 1; b < members; ++b) out[count++] = (carom_meeting){a, b, scenario->meet.surface};
  return count;
}

static int list_meetings(const carom_scenario* scenario, int members, carom_meeting* out) {
  const carom_scenario_meet* meet = &scenario->meet;
  if (meet->all) return list_all(scenario, members, out);
  for (int i = 0; i < meet->count; ++i)
    out[i] = (carom_meeting){member_of(scenario, meet->list[i].a), member_of(scenario, meet->list[i].b),
                             meet->list[i].surface};
  return meet->count;
}

static carom_status prepare(carom__sim* sim, carom__sim_part* one, const carom_crowd_body* members, carom_diag* diag) {
  const int count = count_members(sim->scenario);
  const carom_crowd_input input = {.dimension = sim->scenario->dimension,
                                   .body_count = count,
                                   .bodies = members,
                                   .meeting_count = list_meetings(sim->scenario, count, one->meetings),
                                   .meetings = one->meetings};
  return carom_crowd_prepare(&input, &sim->scenario->motion, one->crowd, &one->mover, one->start, diag);
}

/// Too many are refused before there is a list of all their pairs.
static bool check_count(carom__sim* sim) {
  const int count = count_members(sim->scenario), most = CAROM_MOTION_MAX_DOF / (sim->scenario->dimension == 2 ? 3 : 6);
  char message[160];
  if (count <= most) return true;
  snprintf(message, sizeof message, "%d bodies move together; at most %d can meet each other or hang on pivots.", count,
           most);
  return carom__sim_fail(sim, CAROM_BAD_VALUE, "bodies", message);
}

bool carom__sim_gather(carom__sim* sim, carom__sim_part* one, carom_diag* diag) {
  if (!check_count(sim)) return false;
  const size_t count = (size_t)count_members(sim->scenario), pairs = count * count + (size_t)sim->scenario->meet.count;
  carom_crowd_body* members = carom__reserve(count, sizeof *members);
  one->crowd = carom__reserve(1, sizeof *one->crowd);
  one->meetings = carom__reserve(pairs, sizeof *one->meetings);
  bool done = members && one->crowd && one->meetings;
  if (!done) carom__sim_no_memory(sim);
  for (size_t i = 0; i < count && done; ++i) members[i] = body_as_member(sim, carom__sim_member(sim->scenario, (int)i));
  if (done) {
    diag->status = prepare(sim, one, members, diag);
    done = diag->status == CAROM_OK;
    if (!done) carom__sim_crowd_error(sim, one, diag);
  }
  free(members);
  return done;
}

// ---- what may be wrong ---------------------------------------------------------------------------------------------

/// "bodies[3].pivot.length" -> 3, and the rest of the field goes to *rest. -1: the field does not begin so.
static int index_in(const char* field, const char* list, const char** rest) {
  const size_t length = strlen(list);
  if (strncmp(field, list, length) != 0 || field[length] != '[') return -1;
  char* end;
  const long index = strtol(field + length + 1, &end, 10);
  *rest = end[0] == ']' && end[1] == '.' ? end + 2 : "";
  return (int)index;
}

/// The key of a meeting, and who meets there.
static void fail_meeting(carom__sim* sim, const carom_meeting* it, int index, const carom_diag* diag) {
  const carom_scenario* scenario = sim->scenario;
  char key[CAROM_FIELD_SIZE] = "motion.meet", message[CAROM_MESSAGE_SIZE];
  if (!scenario->meet.all) snprintf(key, sizeof key, "motion.meet.%d", index);
  const char* a = scenario->body_info[carom__sim_member(scenario, it->a)].name;
  const char* b = scenario->body_info[carom__sim_member(scenario, it->b)].name;
  snprintf(message, sizeof message, "\"%.40s\" and \"%.40s\": %.300s.", a, b, diag->message);
  carom__sim_fail(sim, diag->status == CAROM_UNAVAILABLE ? CAROM_UNAVAILABLE : CAROM_BAD_VALUE, key, message);
  sim->error->value = diag->value;
}

void carom__sim_crowd_error(carom__sim* sim, const carom__sim_part* one, const carom_diag* diag) {
  const char* rest = "";
  const int body = index_in(diag->field, "bodies", &rest), meeting = index_in(diag->field, "meetings", &rest);
  carom_diag inner = *diag;
  if (meeting >= 0) {
    fail_meeting(sim, &one->meetings[meeting], meeting, diag);
    return;
  }
  if (strcmp(diag->field, "meetings") == 0) snprintf(inner.field, sizeof inner.field, "meet");
  if (body >= 0) memmove(inner.field, diag->field + (rest - diag->field), strlen(rest) + 1);
  carom__sim_error(sim, carom__sim_member(sim->scenario, body >= 0 ? body : 0), &inner);
}
