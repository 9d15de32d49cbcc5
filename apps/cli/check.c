#include "cli.h"

static const char* model_meaning(carom_scenario_model model) {
  switch (model) {
    case CAROM_MODEL_PLANAR:
      return "one contact in the plane";
    case CAROM_MODEL_SPATIAL:
      return "one contact in space";
    case CAROM_MODEL_COMPLIANT:
      return "one contact with tangential compliance";
    case CAROM_MODEL_SIMULTANEOUS:
      return "several contacts at once";
    case CAROM_MODEL_MOTION:
      return "impacts and the motion between them";
  }
  return "unknown";
}

static int fixed_count(const carom_scenario* scenario) {
  int count = 0;
  for (int i = 0; i < scenario->body_count; i++) count += scenario->bodies[i].kind == CAROM_BODY_FIXED ? 1 : 0;
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

static void print_contact(const carom_scenario* scenario, int index) {
  const carom_surface* surface = &scenario->surfaces[index];
  printf("  contact %-2d ", index);
  if (scenario->kind == CAROM_SCENARIO_BODIES) {
    cli_put_text(stdout, scenario->body_info[scenario->touches[index].body_a].name, 40);
    fputs(" on ", stdout);
    cli_put_text(stdout, scenario->body_info[scenario->touches[index].body_b].name, 40);
    fputs(", ", stdout);
  }
  printf("%s's law, e = %.6g, mu = %.6g", cli_law_name(surface->law), surface->e, surface->mu);
  if (surface->mu_static > surface->mu) printf(", mu_static = %.6g", surface->mu_static);
  if (surface->eta2 > 0) printf(", eta2 = %.6g", surface->eta2);
  putchar('\n');
}

static void print_planar_problem(const carom_planar_problem* problem) {
  printf("             w_tt = %.6g, w_tn = %.6g, w_nn = %.6g [1/kg]\n", problem->w_tt, problem->w_tn, problem->w_nn);
  printf("             v_t = %.6g, v_n = %.6g [m/s]\n", problem->v_t, problem->v_n);
}

static void print_spatial_problem(const carom_spatial_problem* problem) {
  for (int i = 0; i < 3; i++)
    printf("             %s %12.6g %12.6g %12.6g%s\n", i == 0 ? "W =" : "   ", problem->w.m[i][0], problem->w.m[i][1],
           problem->w.m[i][2], i == 0 ? "  [1/kg]" : "");
  printf("             v = %12.6g %12.6g %12.6g  [m/s]\n", problem->v.x, problem->v.y, problem->v.z);
}

/// result is NULL for a model that this version does not have.
static void print_check(const char* file, const carom_scenario* scenario, const carom_result* result) {
  cli_put_text(stdout, cli_shown_name(file), 1000);
  fputs(": valid\n", stdout);
  printf("  model      %s: %s; %s in this version\n", cli_model_word(scenario->model), model_meaning(scenario->model),
         result ? "available" : "not available");
  print_what_moves(scenario);
  printf("  contacts   %d\n", scenario->contact_count);
  for (int i = 0; i < scenario->contact_count; i++) print_contact(scenario, i);
  if (result && result->model == CAROM_MODEL_PLANAR) print_planar_problem(&result->planar_problem);
  if (result && result->model == CAROM_MODEL_SPATIAL) print_spatial_problem(&result->spatial_problem);
}

static void write_planar_problem(const carom_planar_problem* problem) {
  printf(", \"contact_space\": {\"W\": [[%.17g, %.17g], [%.17g, %.17g]], \"v\": [%.17g, %.17g]}", problem->w_tt,
         problem->w_tn, problem->w_tn, problem->w_nn, problem->v_t, problem->v_n);
}

static void write_spatial_problem(const carom_spatial_problem* problem) {
  fputs(", \"contact_space\": {\"W\": [", stdout);
  for (int i = 0; i < 3; i++)
    printf("%s[%.17g, %.17g, %.17g]", i > 0 ? ", " : "", problem->w.m[i][0], problem->w.m[i][1], problem->w.m[i][2]);
  printf("], \"v\": [%.17g, %.17g, %.17g]}", problem->v.x, problem->v.y, problem->v.z);
}

/// 17 digits read back exactly. The program never sets a locale, so the decimal point is a point.
static void write_check(const carom_scenario* scenario, const carom_result* result) {
  printf("{\"carom\": 1, \"valid\": true, \"model\": \"%s\", \"available\": %s", cli_model_word(scenario->model),
         result ? "true" : "false");
  if (scenario->kind == CAROM_SCENARIO_BODIES) printf(", \"bodies\": %d", scenario->body_count);
  if (scenario->kind == CAROM_SCENARIO_MECHANISM) printf(", \"dof\": %d", scenario->dof);
  if (scenario->kind == CAROM_SCENARIO_CHAIN) printf(", \"links\": %d", scenario->chain.link_count);
  printf(", \"contacts\": %d", scenario->contact_count);
  if (result && result->model == CAROM_MODEL_PLANAR) write_planar_problem(&result->planar_problem);
  if (result && result->model == CAROM_MODEL_SPATIAL) write_spatial_problem(&result->spatial_problem);
  puts("}");
}

static int check_file(const char* file, bool json) {
  carom_file_error error = {0};
  carom_scenario* scenario = cli_load(file, &error);
  // The contact is the same for every method, and a scheme with small steps may take long.
  if (scenario && scenario->model == CAROM_MODEL_SPATIAL) scenario->method.kind = CAROM_METHOD_EXACT;
  carom_result* result = scenario ? carom_scenario_solve(scenario, &error) : NULL;
  // Some contradictions show only when the contact problem is made, so a file is valid if it can be solved, or could be
  // by a version that has its model.
  const bool valid = scenario && (result || error.code == CAROM_FILE_UNAVAILABLE);
  int code = CLI_SOLVED;
  if (!valid) {
    code = cli_report(file, &error, json);
  } else if (json) {
    write_check(scenario, result);
  } else {
    print_check(file, scenario, result);
  }
  carom_result_free(result);
  carom_scenario_free(scenario);
  return code;
}

int cli_check(const cli_options* options) {
  int worst = CLI_SOLVED;
  for (int i = 0; i < options->file_count && !ferror(stdout); i++)
    worst = cli_worse(worst, check_file(options->files[i], options->json));
  return worst;
}
