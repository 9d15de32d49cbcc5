/// @file write_derivatives.h
/// The derivatives of a contact, as JSON. Private to the room format.
#ifndef CAROM_FORMAT_WRITE_DERIVATIVES_H
#define CAROM_FORMAT_WRITE_DERIVATIVES_H

#include "carom/derivative.h"
#include "format/json_writer.h"

void carom__write_derivatives(carom__json* json, int dimension, const carom_jacobian* jacobian);

#endif
