// The functions behind the table of kinds (kinds.c).
#ifndef CAROM_PYTHON_KINDS_H
#define CAROM_PYTHON_KINDS_H

#include "core.h"

core_run run_planar, run_spatial, run_compliant, run_simultaneous, run_mechanism, run_each;
core_explain explain_rigid, explain_springs, explain_simultaneous, explain_mechanism, explain_mechanism_contact,
    explain_mechanism_after, explain_bodies_contact, explain_bodies_after, explain_pair, explain_cushion,
    explain_jacobian, explain_spring_jacobian, explain_vjp, explain_spring_vjp;
core_workspace workspace_simultaneous, workspace_mechanism, workspace_model;

#endif
