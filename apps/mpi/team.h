/// @file team.h
/// Processes that share a sweep by MPI.
#ifndef CAROM_MPI_TEAM_H
#define CAROM_MPI_TEAM_H

#include "sweep.h"

/// The team of MPI_COMM_WORLD.
const cli_team* mpi_team(void);

#endif
