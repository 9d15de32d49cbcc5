// What a table may be.
#include <math.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "table/table.h"

/// Balls may overlap each other and rails by this part of a radius: what files round.
static const double ROUNDED = 1e-9;
/// Larger numbers, and what must be positive and is smaller, would not be a table's: products of these, down to the
/// fourth powers of carom_first_contact, fit doubles.
static const double LARGEST = 1e70, SMALLEST = 1e-70;

typedef enum range { POSITIVE, NOT_NEGATIVE, UP_TO_1, ANY } range;

typedef struct row {
  const char* field;
  double value;
  range must;
} row;

static bool fits(double x, range must) {
  switch (must) {
    case POSITIVE:
      return x > 0;
    case NOT_NEGATIVE:
      return x >= 0;
    case UP_TO_1:
      return x >= 0 && x <= 1;
    case ANY:
      return true;
  }
  return false;
}

static carom_status check_rows(int count, const row* rows, carom_diag* diag) {
  static const char* const words[] = {"positive", "not negative", "between 0 and 1", "finite"};
  for (int i = 0; i < count; ++i) {
    if (!isfinite(rows[i].value) || !fits(rows[i].value, rows[i].must))
      return carom__fail(diag, isfinite(rows[i].value) ? CAROM_OUT_OF_RANGE : CAROM_NOT_FINITE, rows[i].field,
                         rows[i].value, "%s is %g; it must be finite and %s", rows[i].field, rows[i].value,
                         words[rows[i].must]);
    if (fabs(rows[i].value) > LARGEST || (rows[i].must == POSITIVE && rows[i].value < SMALLEST))
      return carom__fail(diag, CAROM_TOO_FAR_APART, rows[i].field, rows[i].value,
                         "%s is %g; numbers of a table go from %g to %g", rows[i].field, rows[i].value, SMALLEST,
                         LARGEST);
  }
  return CAROM_OK;
}

#define CHECK(rows, diag) check_rows((int)(sizeof(rows) / sizeof *(rows)), rows, diag)

carom_status carom__table_check_size(const char* field, double value, carom_diag* diag) {
  const row rows[] = {{field, value, value > 0 ? POSITIVE : NOT_NEGATIVE}};
  return CHECK(rows, diag);
}

carom_status carom__table_check_place(const char* field, carom_vec2 place, carom_diag* diag) {
  const row rows[] = {{field, place.x, ANY}, {field, place.y, ANY}};
  return CHECK(rows, diag);
}

carom_status carom__table_check_direction(const char* field, carom_vec2 direction, carom_vec2* unit, carom_diag* diag) {
  const double length = carom__hypot(direction.x, direction.y);
  if (!(length >= SMALLEST && length <= LARGEST))
    return carom__fail(diag, CAROM_NOT_UNIT, field, length, "%s has the length %g; it must lie between %g and %g",
                       field, length, SMALLEST, LARGEST);
  *unit = (carom_vec2){direction.x / length, direction.y / length};
  return CAROM_OK;
}

static carom_status check_surface(const char* name, const carom_surface* surface, carom_diag* diag) {
  const carom_status status = carom_surface_check(surface, diag);
  return status ? carom__fail_within(diag, status, name, -1) : CAROM_OK;
}

carom_status carom__table_check_stuff(const carom_table* table, carom_diag* diag) {
  const row rows[] = {{"gravity", table->gravity, NOT_NEGATIVE},
                      {"cutoff_speed", table->cutoff_speed, NOT_NEGATIVE},
                      {"hit.e", table->hit.e, UP_TO_1},
                      {"hit.base", table->hit.base, NOT_NEGATIVE},
                      {"hit.extra", table->hit.extra, NOT_NEGATIVE},
                      {"hit.decay", table->hit.decay, NOT_NEGATIVE},
                      {"hit.eta2", table->hit.eta2, NOT_NEGATIVE},
                      {"cloth.slide", table->cloth.slide, NOT_NEGATIVE},
                      {"cloth.roll", table->cloth.roll, NOT_NEGATIVE},
                      {"cloth.spin", table->cloth.spin, NOT_NEGATIVE},
                      {"cloth.stiffness", table->cloth.stiffness, NOT_NEGATIVE},
                      {"rail_height", table->rail_height, NOT_NEGATIVE},
                      {"nose_radius", table->nose_radius, NOT_NEGATIVE}};
  carom_status status = CHECK(rows, diag);
  if (!status) status = check_surface("cloth.surface", &table->cloth.surface, diag);
  return status ? status : check_surface("rail_surface", &table->rail_surface, diag);
}

carom_status carom__table_check_ball(const carom_table_ball* ball, carom_diag* diag) {
  const row rows[] = {{"mass", ball->mass, POSITIVE},
                      {"radius", ball->radius, POSITIVE},
                      {"inertia", ball->inertia, NOT_NEGATIVE},
                      {"position", ball->position.x, ANY},
                      {"position", ball->position.y, ANY},
                      {"position", ball->position.z, ANY},
                      {"velocity", ball->velocity.x, ANY},
                      {"velocity", ball->velocity.y, ANY},
                      {"velocity", ball->velocity.z, ANY},
                      {"spin", ball->spin.x, ANY},
                      {"spin", ball->spin.y, ANY},
                      {"spin", ball->spin.z, ANY}};
  const carom_status status = CHECK(rows, diag);
  if (status) return status;
  const double k = carom__table_k(ball);
  if (!(k >= 1e-12 && k <= 1e12))  // 1 + 1/k keeps digits of both its terms
    return carom__fail(diag, CAROM_TOO_FAR_APART, "inertia", k,
                       "the inertia is %g times mass times radius squared; it must lie between 1e-12 and 1e12", k);
  if (!(ball->position.z >= ball->radius * (1 - ROUNDED)))
    return carom__fail(diag, CAROM_INCONSISTENT, "position", ball->position.z,
                       "the centre is %g m above the cloth, lower than the radius %g m", ball->position.z,
                       ball->radius);
  return CAROM_OK;
}

static carom_status check_count(const char* field, int count, int least, int most, carom_diag* diag) {
  if (count >= least && count <= most) return CAROM_OK;
  return carom__fail(diag, CAROM_OUT_OF_RANGE, field, count, "%s is %d; it must be %d to %d", field, count, least,
                     most);
}

static carom_status check_counts(const carom_table* table, carom_diag* diag) {
  carom_status status = check_count("ball_count", table->ball_count, 1, CAROM_TABLE_MAX_BALLS, diag);
  if (!status) status = check_count("rail_count", table->rail_count, 0, CAROM_TABLE_MAX_RAILS, diag);
  if (!status) status = check_count("pocket_count", table->pocket_count, 0, CAROM_TABLE_MAX_POCKETS, diag);
  if (!status) status = carom__need(table->balls, "balls", "hold ball_count balls", diag);
  if (!status && table->rail_count > 0) status = carom__need(table->rails, "rails", "hold rail_count rails", diag);
  if (!status && table->pocket_count > 0)
    status = carom__need(table->pockets, "pockets", "hold pocket_count pockets", diag);
  return status;
}

static carom_status check_places(const carom_table* table, carom_diag* diag) {
  for (int i = 0; i < table->rail_count; ++i) {
    const carom_table_rail* rail = &table->rails[i];
    const row rows[] = {
        {"from", rail->from.x, ANY}, {"from", rail->from.y, ANY}, {"to", rail->to.x, ANY}, {"to", rail->to.y, ANY}};
    carom_status status = CHECK(rows, diag);
    if (!status && !(carom__hypot(rail->to.x - rail->from.x, rail->to.y - rail->from.y) >= SMALLEST))
      status = carom__fail(diag, CAROM_OUT_OF_RANGE, "to", 0, "the rail has no length");
    if (status) return carom__fail_within(diag, status, "rails", i);
  }
  for (int i = 0; i < table->pocket_count; ++i) {
    const carom_table_pocket* pocket = &table->pockets[i];
    const row rows[] = {{"at", pocket->at.x, ANY}, {"at", pocket->at.y, ANY}, {"radius", pocket->radius, POSITIVE}};
    const carom_status status = CHECK(rows, diag);
    if (status) return carom__fail_within(diag, status, "pockets", i);
  }
  return CAROM_OK;
}

/// The nose must lie lower than the top of a ball, which would roll beneath it.
static carom_status check_height(const carom_table* table, const carom_table_ball* ball, carom_diag* diag) {
  if (table->rail_count == 0 || table->rail_height < 2 * ball->radius + table->nose_radius) return CAROM_OK;
  return carom__fail(diag, CAROM_INCONSISTENT, "radius", ball->radius,
                     "the ball would roll beneath the rails: their nose is %g m high, and the ball %g m",
                     table->rail_height, 2 * ball->radius);
}

static carom_status check_overlap(const carom_table* table, int i, carom_diag* diag) {
  const carom_table_ball* ball = &table->balls[i];
  for (int j = 0; j < i; ++j) {
    const carom_table_ball* other = &table->balls[j];
    const double reach = ball->radius + other->radius;
    const double gap = carom_vec3_norm(carom_vec3_sub(ball->position, other->position)) - reach;
    if (!(gap >= -ROUNDED * reach))
      return carom__fail(diag, CAROM_INCONSISTENT, "position", gap, "it overlaps balls[%d] by %.3g m", j, -gap);
  }
  for (int j = 0; j < table->rail_count; ++j) {
    const carom_vec3 nose = carom__nearest_on_rail(table, j, ball->position);
    const double gap = carom_vec3_norm(carom_vec3_sub(ball->position, nose)) - ball->radius - table->nose_radius;
    if (!(gap >= -ROUNDED * ball->radius))
      return carom__fail(diag, CAROM_INCONSISTENT, "position", gap, "it overlaps rails[%d] by %.3g m", j, -gap);
  }
  return CAROM_OK;
}

static carom_status check_pocketed(const carom_table* table, int i, carom_diag* diag) {
  const carom_table_ball* ball = &table->balls[i];
  for (int j = 0; j < table->pocket_count; ++j) {
    const carom_table_pocket* pocket = &table->pockets[j];
    if (carom__hypot(ball->position.x - pocket->at.x, ball->position.y - pocket->at.y) < pocket->radius)
      return carom__fail(diag, CAROM_INCONSISTENT, "position", ball->position.x, "it lies in pockets[%d]", j);
  }
  return CAROM_OK;
}

carom_status carom__table_check(const carom_table* table, carom_diag* diag) {
  const row rows[] = {{"until", table->until, POSITIVE}, {"contact_time", table->contact_time, NOT_NEGATIVE}};
  carom_status status = check_counts(table, diag);
  if (!status) status = CHECK(rows, diag);
  if (!status) status = carom__table_check_stuff(table, diag);
  if (!status) status = check_places(table, diag);
  for (int i = 0; !status && i < table->ball_count; ++i) {
    status = carom__table_check_ball(&table->balls[i], diag);
    if (!status) status = check_height(table, &table->balls[i], diag);
    if (!status) status = check_overlap(table, i, diag);
    if (!status) status = check_pocketed(table, i, diag);
    if (status) return carom__fail_within(diag, status, "balls", i);
  }
  return status;
}
