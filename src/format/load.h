/// @file load.h
/// JSON text to a jansson document, with every way in which text can fail to be JSON told in carom's words.
#ifndef CAROM_FORMAT_LOAD_H
#define CAROM_FORMAT_LOAD_H

#include "format/node.h"
#include "format/path.h"

/// A new reference, or NULL with the source's error filled.
json_t* carom__load_json(const carom__source* source);

/// Walks through a document. Deeper than CAROM__PATH_DEPTH it hears nothing.
void carom__walk_json(carom__path_walk* walk, json_t* value);

#endif
