// The program `carom-mpi`: the program `carom`, whose sweeps many processes share.
#include <mpi.h>

#include "team.h"

int main(int argc, char** argv) {
  int level = 0;
  // The main thread alone calls MPI; the threads that compute do not.
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  cli_sweep_team = mpi_team();
  // What is printed is printed once.
  if (cli_sweep_team->rank != 0 && !freopen("/dev/null", "w", stdout)) MPI_Abort(MPI_COMM_WORLD, CLI_BAD);
  int code = cli_main(argc, argv), worst = code;
  MPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return worst;
}
