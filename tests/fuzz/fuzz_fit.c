// Tables of measured impacts: any bytes as CSV, with all options; few resamples and few rows, since each is a search.
#include <stdlib.h>
#include <string.h>

#include "carom/fit.h"
#include "fuzz_text.h"

enum { MOST_LINES = 9 };

static const char two_balls[] =
    "{\"carom\": 1, \"dimension\": 2, \"contact_space\": {\"W\": [[3, 1], [1, 2]], \"v\": [0.5, -1]},\n"
    "\"contacts\": [{\"e\": 0.5, \"mu\": 0.3}]}";

void fuzz_target(fuzz_input* in) {
  carom_fit_options options = carom_fit_options_default();
  carom_diag error = {0};
  const int has = fuzz_byte(in), more = fuzz_byte(in);
  options.law = (carom_law)fuzz_int(in, 0, 2);
  options.all_laws = has % 16 == 15;
  options.with_eta2 = has % 8 == 3;
  options.plan = has % 32 == 17;
  options.flip = (carom_fit_flip)fuzz_int(in, 0, 2);
  options.least_squares = has & 64;
  options.huber = has & 128 ? fuzz_number(in) : 0;
  options.bootstrap = more % 4 == 3 ? 3 : 0;
  options.e_model = (carom_fit_e_model)(more / 4 % 3);
  if (more % 16 == 9) {
    options.covariates[0] = "temperature";
    options.covariate_count = 1;
  }
  if (more % 32 == 21) {
    options.scenario = two_balls;
    options.scenario_length = sizeof two_balls - 1;
    options.wanted[0].text = "contacts.0.mu=0:2";
    options.wanted[1].text = "contacts.0.e=0:1";
    options.wanted_count = 2;
  }
  size_t length;
  char* csv = fuzz_rest(in, &length);
  int lines = 0;
  for (size_t i = 0; i < length; ++i) lines += csv[i] == '\n' || csv[i] == '\r';
  if (lines <= MOST_LINES) {
    int room = 1 << 20;
    carom_fit* fit = carom_fit_run(csv, length, &options, &error);
    if (fuzz_answered(fit ? CAROM_OK : error.status, &error) && fit) {
      carom_fit_point point;
      carom_fit_write(fit, fuzz_sink(&room));
      carom_fit_write_csv(fit, fuzz_sink(&room));
      for (int i = -1; i <= carom_fit_tell(fit).count; ++i) carom_fit_point_of(fit, i, &point);
      for (int i = 0; i < carom_fit_result_count(fit); ++i) {
        const carom_fit_result* r = carom_fit_result_of(fit, i);
        fuzz_finite("fit: the best", r->parameter_count, r->best);
      }
    }
    carom_fit_free(fit);
  }
  free(csv);
}
