/// @file load.h
/// JSON text to a jansson document, with every way in which text can fail to be JSON told in carom's words.
#ifndef CAROM_SCENARIO_LOAD_H
#define CAROM_SCENARIO_LOAD_H

#include "scenario/node.h"

/// A new reference, or NULL with the source's error filled.
json_t* carom__load_json(const carom__source* source);

#endif
