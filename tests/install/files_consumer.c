// What another project writes: a scenario file through the installed library carom-files.
#include <carom/scenario.h>
#include <string.h>

static const char text[] =
    "{\"carom\": 1, \"dimension\": 2, \"contact_space\": {\"W\": [[1, 0], [0, 1]], \"v\": [0, -1]},"
    " \"contacts\": [{\"e\": 1}]}";

int main(void) {
  carom_diag error;
  carom_scenario* scenario = carom_scenario_parse(text, strlen(text), &error);
  carom_result* result = scenario ? carom_scenario_solve(scenario, &error) : NULL;
  int bad = !result || result->contacts[0].velocity_after[1] != 1.0;
  carom_result_free(result);
  carom_scenario_free(scenario);
  return bad;
}
