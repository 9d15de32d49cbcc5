// `carom check`: what a file says, read back in words.
#include <string.h>

#include "carom/simulation.h"
#include "summary.h"

static int fixed_count(const carom_scenario* scenario) {
  int count = 0;
  for (int i = 0; i < scenario->body_count; ++i) count += scenario->bodies[i].kind == CAROM_BODY_FIXED ? 1 : 0;
  return count;
}

static void print_what_moves(const carom_scenario* scenario) {
  switch (scenario->kind) {
    case CAROM_SCENARIO_BODIES:
      printf("  bodies     %d (%d fixed)\n", scenario->body_count, fixed_count(scenario));
      break;
    case CAROM_SCENARIO_MECHANISM:
      printf("  mechanism  %d degrees of freedom\n", scenario->dof);
      break;
    case CAROM_SCENARIO_CONTACT_SPACE:
      printf("  given as   contact space\n");
      break;
    case CAROM_SCENARIO_CHAIN:
      printf("  chain      %d links\n", scenario->chain.link_count);
      break;
  }
}

static void print_surface(const carom_surface* surface, bool one_of_several) {
  printf("%s's law, e = %.6g, mu = %.6g", carom_law_name(surface->law), surface->e, surface->mu);
  if (surface->mu_static > surface->mu) printf(", mu_static = %.6g", surface->mu_static);
  if (surface->eta2 > 0) printf(", eta2 = %.6g", surface->eta2);
  if (one_of_several) printf(", stiffness %.6g", surface->stiffness);
  if (surface->exponent != 1) printf(", exponent %.6g", surface->exponent);
  putchar('\n');
}

static void print_contact(const carom_scenario* scenario, int index) {
  printf("  contact %-2d ", index);
  if (scenario->contact_names && scenario->contact_names[index]) {
    cli_put_text(stdout, scenario->contact_names[index], 40);
    fputs(": ", stdout);
  }
  if (scenario->kind == CAROM_SCENARIO_BODIES) {
    cli_put_text(stdout, scenario->body_info[scenario->touches[index].body_a].name, 40);
    fputs(" on ", stdout);
    cli_put_text(stdout, scenario->body_info[scenario->touches[index].body_b].name, 40);
    fputs(", ", stdout);
  }
  print_surface(&scenario->surfaces[index], scenario->contact_count > 1);
}

static void print_motion(const carom_scenario* scenario) {
  const carom_motion* motion = &scenario->motion;
  printf("  motion     until t = %.6g s, tolerance %.6g, cut-off %.6g m/s\n", motion->until, motion->tolerance,
         motion->cutoff_speed);
  for (int i = 0; i < motion->plane_count; ++i) {
    printf("  plane %-2d   ", i);
    print_surface(&motion->planes[i].surface, false);
  }
  if (scenario->meet.all) {
    fputs("  meet       all: ", stdout);
    print_surface(&scenario->meet.surface, false);
  }
  for (int i = 0; i < scenario->meet.count; ++i) {
    fputs("  meet       ", stdout);
    cli_put_text(stdout, scenario->body_info[scenario->meet.list[i].a].name, 40);
    fputs(" and ", stdout);
    cli_put_text(stdout, scenario->body_info[scenario->meet.list[i].b].name, 40);
    fputs(": ", stdout);
    print_surface(&scenario->meet.list[i].surface, false);
  }
  if (!motion->has_cloth) return;
  fputs("  cloth      for ", stdout);
  cli_put_text(stdout, scenario->body_info[motion->cloth.body].name, 40);
  printf(", slides with mu = %.6g, rolls with mu = %.6g, %s\n", motion->cloth.slide, motion->cloth.roll,
         motion->cloth.hop ? "hops" : "does not hop");
}

static void print_planar_problem(const carom_planar_problem* problem) {
  printf("             w_tt = %.6g, w_tn = %.6g, w_nn = %.6g [1/kg]\n", problem->w_tt, problem->w_tn, problem->w_nn);
  printf("             v_t = %.6g, v_n = %.6g [m/s]\n", problem->v_t, problem->v_n);
}

enum { WIDEST_MATRIX = 6 };  // columns that fit on a page

static void print_numbers(const char* name, int count, const double* values, const char* unit) {
  printf("             %s", name);
  for (int i = 0; i < count; ++i) printf(" %12.6g", values[i]);
  printf("%s\n", unit);
}

/// W and v, per contact (t, n) or (t1, t2, n).
static void print_contact_problem(const carom_contact_problem* problem) {
  const int size = problem->dimension * problem->contact_count;
  if (size > WIDEST_MATRIX) {
    printf("             W has %d x %d entries (--json gives all)\n", size, size);
    return;
  }
  for (int i = 0; i < size; ++i)
    print_numbers(i == 0 ? "W =" : "   ", size, problem->w + (ptrdiff_t)i * size, i == 0 ? "  [1/kg]" : "");
  print_numbers("v =", size, problem->v, "  [m/s]");
}

/// A contact in space that the planar law answers is shown as the file has it.
static void print_problem(const carom_result* result) {
  if (result->outcome.model == CAROM_MODEL_PLANAR && result->problem.dimension == 2) {
    print_planar_problem(&result->outcome.law.planar.problem);
  } else {
    print_contact_problem(&result->problem);
  }
}

/// What the checks of one file found out.
typedef struct finding {
  carom_result* result;  // of the impact; NULL where there is none, or no model for it
  bool available;
  carom_diag why;  // what is not available
} finding;

static void print_why(const cli_page* page, const carom_diag* why) {
  char text[CAROM_FIELD_SIZE + CAROM_MESSAGE_SIZE + 2];
  snprintf(text, sizeof text, "%s: %s", why->field, why->message);
  const size_t length = strlen(text);
  if (text[length - 1] == '.') text[length - 1] = '\0';
  cli_print_note(page, text);
}

static void print_check(const char* file, const carom_scenario* scenario, const finding* found) {
  cli_put_text(stdout, cli_shown_name(file), 1000);
  fputs(": valid\n", stdout);
  printf("  model      %s: %s; %s in this version\n", carom_model_word(scenario->model),
         carom_model_meaning(scenario->model), found->available ? "available" : "not available");
  print_what_moves(scenario);
  if (scenario->has_motion) print_motion(scenario);
  if (!scenario->has_motion || scenario->contact_count > 0) printf("  contacts   %d\n", scenario->contact_count);
  for (int i = 0; i < scenario->contact_count; ++i) print_contact(scenario, i);
  if (found->result) print_problem(found->result);
  const cli_page page = cli_open_page(file, scenario, found->result);
  if (!found->available) print_why(&page, &found->why);
  cli_print_doubts(&page);
}

static bool stop_at_once(double done, void* context) {
  (void)done;
  (void)context;
  return false;
}

/// A motion is made ready and not run: that shows whatever can be wrong with its start.
static bool can_start(const carom_scenario* scenario, carom_diag* error) {
  carom_simulation* simulation = carom_scenario_simulate(scenario, stop_at_once, NULL, error);
  const bool starts = simulation != NULL;
  carom_simulation_free(simulation);
  return starts;
}

/// Some contradictions show only when the contact problem is made, so a file is valid if it can be solved, or could be
/// by a version that has its model.
static bool check(carom_scenario* scenario, finding* found, carom_diag* error) {
  // The contact is the same for every method, and a scheme with small steps may take long.
  if (scenario->method.kind != CAROM_METHOD_PUBLISHED) scenario->method.kind = CAROM_METHOD_EXACT;
  if (scenario->contact_count > 0) found->result = carom_scenario_solve(scenario, error);
  found->available = scenario->contact_count == 0 || found->result;
  if (found->available && scenario->has_motion) found->available = can_start(scenario, error);
  if (!found->available) found->why = *error;
  return found->available || error->status == CAROM_UNAVAILABLE;
}

static int check_file(const cli_options* options, const char* file) {
  carom_diag error = {0};
  finding found = {0};
  carom_scenario* scenario = cli_load(options, file, &error);
  const bool valid = scenario && check(scenario, &found, &error);
  int code = CLI_SOLVED;
  if (!valid) {
    code = cli_report(file, &error, options->json);
  } else if (options->json) {
    carom_check_write(scenario, found.result, found.available, carom_sink_file(stdout));
  } else {
    print_check(file, scenario, &found);
  }
  carom_result_free(found.result);
  carom_scenario_free(scenario);
  return code;
}

int cli_check(const cli_options* options) {
  int worst = CLI_SOLVED;
  for (int i = 0; i < options->file_count && !ferror(stdout); ++i)
    worst = cli_worse(worst, check_file(options, options->files[i]));
  return worst;
}
