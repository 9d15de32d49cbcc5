/// @file document.h
/// A scenario as its file says it, with numbers that can be set by path: what follows from a number follows on.
#ifndef CAROM_FORMAT_DOCUMENT_H
#define CAROM_FORMAT_DOCUMENT_H

#include "carom/format.h"
#include "format/path.h"

typedef struct carom__document carom__document;

enum { CAROM__DOCUMENT_SLOTS = 64 };

/// Reads and checks a scenario. NULL with *error filled when anything is wrong.
carom__document* carom__document_open(const char* text, size_t length, carom_diag* error);
void carom__document_free(carom__document* document);

/// The scenario with the numbers that are set now, checked like a file. NULL with *error filled.
carom_scenario* carom__document_scenario(const carom__document* document, carom_diag* error);

/// How many numbers can be set, CAROM__DOCUMENT_SLOTS at most.
int carom__document_slot_count(const carom__document* document);
/// The number at a path: its slot, or -1 where there is none. A number that the file leaves to its default is added.
int carom__document_find(carom__document* document, const char* path);
double carom__document_get(const carom__document* document, int slot);
void carom__document_set(carom__document* document, int slot, double value);

/// Hears every value of the file, and every one that it leaves to its default.
void carom__document_walk(const carom__document* document, carom__path_walk* walk);

#endif
