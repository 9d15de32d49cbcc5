/// @file node.h
/// A JSON value that knows where it stands. Nodes live on the stack of the functions that read them and point to their
/// parents; the dotted path and the line are worked out only when something is wrong.
#ifndef CAROM_FORMAT_NODE_H
#define CAROM_FORMAT_NODE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "carom/format.h"

/// The text that is being read and the first error that was found in it.
typedef struct carom__source {
  const char* text;  ///< NULL where the document has been changed: then errors have no line
  size_t length;
  carom_diag* error;
} carom__source;

typedef struct carom__node {
  const carom__source* source;
  const struct carom__node* parent;  ///< NULL at the top
  const char* key;                   ///< NULL for items of an array
  size_t index;                      ///< items of an array
  json_t* value;                     ///< NULL when the key is absent; borrowed from the document
} carom__node;

/// Member of an object or item of an array. The parent must outlive the node.
carom__node carom__node_member(const carom__node* parent, const char* key);
carom__node carom__node_item(const carom__node* parent, size_t index);

/// How messages call the value: "mu", or "W[1][0]" for items.
const char* carom__node_name(const carom__node* node, char* out, size_t size);

/// Fills the error with the node's path and line, and returns false, so that a check reads `return
/// carom__node_fail(..)`. The line of an absent key is that of the object which lacks it. The first failure wins.
bool carom__node_fail(const carom__node* at, carom_status status, const char* format, ...) CAROM__PRINTF(3, 4);

/// A library check said no: its message, at the member that it names when there is one.
bool carom__node_fail_diag(const carom__node* at, const carom_diag* diag);

/// A sentence for who wrote 2-D values and forgot to say so: empty if the file names its dimension.
const char* carom__node_plane_hint(const carom__node* node);

/// What an object may hold. A key that is known but not allowed here is told why, instead of being called unknown.
/// The lists end with NULL.
typedef struct carom__keys {
  const char* const* allowed;
  const char* const* known;
  const char* reason;
} carom__keys;

/// The object has no other keys.
bool carom__node_check_keys(const carom__node* node, carom__keys keys);

#endif
