// The figure of a sweep.
#include "carom/present.h"
#include "sweep.h"

int cli_sweep_draw(const cli_options* options, carom_sweep* sweep, const carom_sweep_summary* summary) {
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  figure.output = options->figure;
  figure.width = figure.height = 0;
  if (carom_present_sweep(sweep, summary, &figure, &diag) == CAROM_OK) return CLI_SOLVED;
  fprintf(stderr, "carom sweep: no figure: ");
  cli_put_text(stderr, diag.message, 1000);
  fputc('\n', stderr);
  return carom_status_exit(diag.status);
}
