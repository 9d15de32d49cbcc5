// What there is to say about the last answer: the program's own summary, and why it went as it did.
#include "lab.h"
#include "simulate.h"

/// As `carom solve` or `carom simulate` prints it.
int LAB_EXPORT(lab_summary)(void) {
  lab_capture();
  cli_page page = cli_open_page("", lab_now.scenario, lab_now.result);
  if (lab_now.simulation) {
    const cli_motion_page sheet = {.page = page, .simulation = lab_now.simulation};
    cli_print_simulation(&sheet);
  } else if (lab_now.result) {
    cli_print_summary(&page);
  }
  return fflush(stdout) == 0;
}

/// As `carom explain --json`; of impacts only.
int LAB_EXPORT(lab_explain)(void) {
  static carom_explanation explanation;
  carom_diag error = {0};
  const carom_sink out = lab_begin();
  if (!lab_now.result) return 0;
  if (!carom_scenario_explain(lab_now.scenario, lab_now.result, &explanation, &error)) return lab_fail(&error);
  return carom_explanation_write(lab_now.scenario, lab_now.result, &explanation, out);
}

/// What `summary.c` and `tables.c` ask of files that they are not linked with here.
const char* cli_shown_name(const char* file) {
  return file;
}

/// `--derivatives`, which nobody can give here.
void cli_print_derivatives(const cli_page* page) {
  (void)page;
}
