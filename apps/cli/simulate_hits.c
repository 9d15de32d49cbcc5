/// @file simulate_hits.c
/// What happened on a table: who met whom, how fast, and at which angles.
#include <math.h>
#include <string.h>

#include "simulate.h"

enum { WHAT_WIDTH = 22, TIME_WIDTH = 12, SPEED_WIDTH = 11, FIRST_ROWS = 30, LAST_ROWS = 6 };

static const double DEGREE = 3.14159265358979323846 / 180;

/// m/s: a landing that is slower is told with --all only.
static const double LOUD_LANDING = 0.2;

static double speed(carom_vec3 v) {
  return hypot(v.x, v.y);
}

/// Landings are many and small, and a rail's press on the cloth belongs to the rail.
static bool is_told(const cli_motion_page* sheet, int index) {
  const carom_simulation_impact* it = &sheet->simulation->impacts[index];
  if (sheet->all || it->hit.with != CAROM_TABLE_ON_CLOTH) return true;
  return it->hit.cluster <= 1 && fabs(it->impact.velocity_before[2]) >= LOUD_LANDING;
}

/// Of a path against a rail, seen from above: 90 straight on.
static double angle_to_rail(carom_vec3 velocity, carom_vec3 push) {
  const double across = fabs(velocity.x * push.x + velocity.y * push.y);
  const double along = fabs(velocity.x * push.y - velocity.y * push.x);
  return atan2(across, along) / DEGREE;
}

/// A rail pushes across itself, but for friction; its normal is where the ball touched it.
static void print_rail(const carom_simulation_impact* it, const carom_scenario_table* table) {
  const carom_table_rail* rail = &table->rails[it->hit.other];
  const carom_vec3 normal = {rail->from.y - rail->to.y, rail->to.x - rail->from.x, 0};
  printf("in at %.1f deg, out at %.1f deg", angle_to_rail(it->hit.before, normal),
         angle_to_rail(it->hit.after, normal));
}

static void print_words(const cli_motion_page* sheet, const carom_simulation_impact* it) {
  const carom_simulation_hit* hit = &it->hit;
  switch (hit->with) {
    case CAROM_TABLE_BALL:
      if (hit->has_angles) printf("cut %.1f deg, throw %.1f deg", hit->cut / DEGREE, hit->thrown / DEGREE);
      if (hit->cluster > 1) printf("%sone of %d contacts at once", hit->has_angles ? "; " : "", hit->cluster);
      break;
    case CAROM_TABLE_RAIL:
      print_rail(it, sheet->page.scenario->table);
      break;
    case CAROM_TABLE_ON_CLOTH:
      printf("lands with %.3g m/s", -it->impact.velocity_before[2]);
      break;
    case CAROM_TABLE_POCKET:
      fputs("pocketed", stdout);
      break;
    case CAROM_TABLE_OFF:
      fputs("flies over the rail", stdout);
      break;
    case CAROM_TABLE_CUE:
      printf("the cue gives %.4g N s", carom_vec3_norm(hit->push));
      break;
  }
}

static void print_hit(const cli_motion_page* sheet, int index) {
  const carom_simulation_impact* it = &sheet->simulation->impacts[index];
  const cli_page* page = &sheet->page;
  const double speeds[] = {speed(it->hit.before), speed(it->hit.after), speed(it->hit.other_after)};
  fputs("  ", stdout);
  cli_print_cell(it->what, WHAT_WIDTH - 2);
  printf("%*.6f", TIME_WIDTH, it->impact.time);
  for (int i = 0; i < 3; ++i) {
    const bool has = i < 2 || it->hit.with == CAROM_TABLE_BALL;
    if (has)
      printf("%*.4g", SPEED_WIDTH, cli_amount(page, CLI_SPEED, cli_without_noise(speeds[i], cli_largest(3, speeds))));
    else
      printf("%*s", SPEED_WIDTH, "");
  }
  fputs("  ", stdout);
  print_words(sheet, it);
  putchar('\n');
}

static void print_title(const cli_motion_page* sheet) {
  char title[CLI_NAME_SIZE];
  const int width = snprintf(title, sizeof title, "Contacts, in %s", cli_unit(&sheet->page, CLI_SPEED));
  putchar('\n');
  cli_print_heading(&sheet->page, title);
  printf("%*s%*s%*s%*s\n", WHAT_WIDTH + TIME_WIDTH - width, "time [s]", SPEED_WIDTH, "before", SPEED_WIDTH, "after",
         SPEED_WIDTH, "the other");
}

void cli_print_hits(const cli_motion_page* sheet) {
  const int total = sheet->simulation->impact_count;
  int count = 0, row = 0;
  for (int i = 0; i < total; ++i) count += is_told(sheet, i);
  if (count > 0) print_title(sheet);
  const bool every = sheet->all || count <= FIRST_ROWS + LAST_ROWS + 1;
  for (int i = 0; i < total; ++i) {
    if (!is_told(sheet, i)) continue;
    if (!every && row == FIRST_ROWS)
      printf("  and %d more (--all lists them, and every landing), the last of them:\n", count - row);
    if (every || row < FIRST_ROWS || row >= count - LAST_ROWS) print_hit(sheet, i);
    ++row;
  }
}
