// libFuzzer entry: any bytes are read, and what reads as a scenario is solved. Build with clang and -DCAROM_FUZZ=ON,
// then run fuzz-scenario with a folder of scenario files as its corpus, for example scenes/.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "carom/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  carom_file_error error;
  carom_scenario* scenario = carom_scenario_parse((const char*)bytes, size, &error);
  if (!scenario) {
    if (error.code == CAROM_FILE_OK || error.message[0] == '\0') {
      abort();
    }
    return 0;
  }
  if (scenario->model == CAROM_MODEL_SPATIAL) {
    scenario->method.kind = CAROM_METHOD_EXACT;  // a scheme may be asked for a hundred million steps
  }
  carom_result* result = carom_scenario_solve(scenario, &error);
  carom_explanation explanation;
  if (result && !carom_scenario_explain(scenario, result, &explanation, &error)) {
    abort();
  }
  carom_result_free(result);
  carom_scenario_free(scenario);
  return 0;
}
