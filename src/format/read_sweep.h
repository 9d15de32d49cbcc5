/// @file read_sweep.h
/// The `sweep` block: private to the room format.
#ifndef CAROM_FORMAT_READ_SWEEP_H
#define CAROM_FORMAT_READ_SWEEP_H

#include "carom/sweep.h"
#include "format/node.h"

/// Fills the plan: the defaults, and what the block says where there is one.
bool carom__read_sweep(const carom__node* root, carom_sweep_plan* plan);
/// Whether the block, if there is one, can be read.
bool carom__check_sweep(const carom__node* root);

#endif
