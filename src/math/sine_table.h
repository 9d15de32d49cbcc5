// Constants of sine and cosine, written by tools/elementary-tables: change that, not this file.
// Private to src/math/sine.c and sine_four.h. Computed as exact fractions, each number rounded once.
#ifndef CAROM_MATH_SINE_TABLE_H
#define CAROM_MATH_SINE_TABLE_H

#include <stdint.h>

// clang-format off
/// pi/2 as a sum. A count below 2^20 times one of the first two, of 33 bits, is exact.
static const double HALF_PI_PARTS[3] = {
    0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69};

/// pi/2 as a sum of two doubles.
static const double HALF_PI[2] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// 2/pi
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

/// (sin(r)/r - 1)/z in z = r^2, |r| <= pi/4.
static const double SINE[7] = {
    -0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a019938p-13, 0x1.71de3a546095bp-19,
    -0x1.ae645412c560cp-26, 0x1.61217f0b800d5p-33, -0x1.ab17d404de5b3p-41};

/// (cos(r) - 1 + z/2)/z^2 in z = r^2, |r| <= pi/4.
static const double COSINE[6] = {
    0x1.5555555555555p-5, -0x1.6c16c16c16967p-10, 0x1.a01a019f4eb01p-16, -0x1.27e4fa17da09ep-22,
    0x1.1eeb68e93b64cp-29, -0x1.907da367a37cbp-37};

/// The first 1184 bits of 2/pi after the point.
static const uint32_t TWO_OVER_PI_BITS[37] = {
    0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561,
    0xB7246E3A, 0x424DD2E0, 0x06492EEA, 0x09D1921C, 0xFE1DEB1C, 0xB129A73E, 0xE88235F5, 0x2EBB4484,
    0xE99C7026, 0xB45F7E41, 0x3991D639, 0x835339F4, 0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F,
    0xEF2F118B, 0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D, 0x7527BAC7, 0xEBE5F17B,
    0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, 0x1F8D5D08, 0x56033046};
// clang-format on

#endif
