// The figure of a sweep.
#include "sweep.h"

int cli_sweep_draw(const cli_options* options, carom_sweep* sweep, const carom_sweep_summary* summary) {
  (void)options;
  (void)sweep;
  (void)summary;
  return CLI_SOLVED;
}
