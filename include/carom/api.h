/// @file api.h
/// What every public header needs: how its functions are declared, and which version of carom it describes.
#ifndef CAROM_API_H
#define CAROM_API_H

/// The version of these headers. carom_version() is that of the library that is linked. Until 1.0 a program must be
/// compiled with the headers of the minor version that it is linked with.
#define CAROM_VERSION_MAJOR 0
/// Changes may break programs until 1.0 when this grows.
#define CAROM_VERSION_MINOR 1
/// Nothing breaks when this grows.
#define CAROM_VERSION_PATCH 0

/// Before every public function: a shared library shows it (and nothing else), and C++ links it by its C name.
#if defined(__GNUC__) && !defined(_WIN32)
#define CAROM_VISIBLE __attribute__((visibility("default")))
#else
#define CAROM_VISIBLE
#endif
#if defined(__cplusplus)
#define CAROM_API extern "C" CAROM_VISIBLE
#else
/// Before every public function: a shared library shows it.
#define CAROM_API CAROM_VISIBLE
#endif

#endif
