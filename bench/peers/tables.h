/// @file tables.h
/// The tables of the comparison, each printed as docs/comparison.md shows it.
#ifndef CAROM_PEERS_TABLES_H
#define CAROM_PEERS_TABLES_H

#include "peer.h"

// impacts.cpp: what one impact does
void print_rods(const std::vector<Engine>& engines);
void print_balls(const std::vector<Engine>& engines);
void print_touching(const std::vector<Engine>& engines);
void print_corners(const std::vector<Engine>& engines);
// motions.cpp: what many seconds do
void print_drop(const std::vector<Engine>& engines);
void print_pendulum(const std::vector<Engine>& engines);
void print_box(const std::vector<Engine>& engines);
// speed.cpp
void print_speed(const std::vector<Engine>& engines);

#endif
