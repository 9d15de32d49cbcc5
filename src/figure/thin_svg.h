/// @file thin_svg.h
/// Leaves out of an SVG by gnuplot what nobody sees.
#ifndef CAROM_FIGURE_THIN_SVG_H
#define CAROM_FIGURE_THIN_SVG_H

#include <stdbool.h>
#include <stddef.h>

/// Drops groups without content, and points of lines that lie within a small part of a pixel of the line without them.
/// The picture gets shorter in place: *size falls. False if there was no memory left; then it is whole, only longer.
bool carom__thin_svg(char* bytes, size_t* size);

#endif
