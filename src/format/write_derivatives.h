/// @file write_derivatives.h
/// The derivatives of a contact, as JSON. Private to the room format.
#ifndef CAROM_FORMAT_WRITE_DERIVATIVES_H
#define CAROM_FORMAT_WRITE_DERIVATIVES_H

#include "carom/run.h"
#include "format/json_writer.h"

/// `smooth`, `boundary` and `margin`.
void carom__write_smoothness(carom__json* json, const carom_smoothness* near);

/// `derivatives` of one of the two bodies of the contact, world axes; nothing where there are none.
void carom__write_body_derivatives(carom__json* json, const carom_scenario* scenario, const carom_result* result,
                                   int body);

/// `velocity_derivatives` of a mechanism; nothing where there are none.
void carom__write_velocity_derivatives(carom__json* json, const carom_scenario* scenario, const carom_result* result);

void carom__write_derivatives(carom__json* json, int dimension, const carom_jacobian* jacobian);

#endif
