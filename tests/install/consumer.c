// What another project writes: one planar impact through the installed library.
#include <carom/planar.h>
#include <stddef.h>

int main(void) {
  carom_planar_problem problem = carom_planar_problem_default();
  carom_planar_outcome outcome;
  problem.v_n = -1.0;
  carom_status status = carom_planar_solve(&problem, &outcome, NULL);
  return status == CAROM_OK && outcome.v_n == 1.0 ? 0 : 1;
}
