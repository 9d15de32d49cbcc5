/// @file format.h
/// Scenario files: JSON in, structs out, and scenarios and answers back to JSON. This is the room of the file format,
/// in the library `carom-files`; it solves nothing. The format is described in docs/scenarios.md.
#ifndef CAROM_FORMAT_H
#define CAROM_FORMAT_H

#include <stddef.h>

#include "carom/crowd.h"
#include "carom/impact.h"
#include "carom/motion.h"
#include "carom/sink.h"
#include "carom/table.h"

/// What a scenario describes.
typedef enum carom_scenario_kind {
  CAROM_SCENARIO_BODIES = 0,
  CAROM_SCENARIO_MECHANISM = 1,
  CAROM_SCENARIO_CONTACT_SPACE = 2,
  CAROM_SCENARIO_CHAIN = 3,
} carom_scenario_kind;

/// What the file says of a body's shape.
typedef enum carom_scenario_shape {
  CAROM_SHAPE_NONE = 0,
  CAROM_SHAPE_SPHERE = 1,   ///< in the plane a disc
  CAROM_SHAPE_POINTS = 2,   ///< corners that meet planes
  CAROM_SHAPE_POLYGON = 3,  ///< in the plane: corners of a convex body, which meets bodies too
  CAROM_SHAPE_BOX = 4,      ///< likewise, in the plane and in space
} carom_scenario_shape;

/// One entry of `bodies`, beyond the physics in carom_body.
typedef struct carom_scenario_body {
  char* name;
  bool spin_in_body_frame;
  double angle;          ///< rad, 2-D bodies with corner points
  double turned;         ///< rad, 3-D: the angle that was given with an axis, else 0; orientation has it all
  double sphere_radius;  ///< m; 0 = no sphere
  int point_count;       ///< corner points; 0 = none
  carom_vec3* points;    ///< m, body frame; those of a box follow from its edges
  carom_scenario_shape shape;
  carom_vec3 box;       ///< m, edge lengths
  bool hangs;           ///< on a pivot
  carom_vec3 pivot;     ///< m
  double pivot_length;  ///< m
} carom_scenario_body;

/// Who meets whom in a motion.
typedef struct carom_scenario_meet {
  bool all;               ///< every free body meets every other, on this surface
  carom_surface surface;  ///< of all
  int count;              ///< else: a list
  carom_meeting* list;
} carom_scenario_meet;

/// One entry of `strokes`.
typedef struct carom_scenario_stroke {
  bool at_rest;         ///< when everything has come to rest; else at `time`
  double time;          ///< s
  carom_stroke stroke;  ///< the ball is the index of a body
} carom_scenario_stroke;

/// The `table` of a motion. Its balls are the free bodies of the scenario, in order, those of racks last.
typedef struct carom_scenario_table {
  carom_table table;  ///< without balls, gravity and times, which follow from bodies and motion
  bool has_size;      ///< rails go round a rectangle from (0, 0)
  carom_vec2 size;    ///< m
  carom_table_rail* rails;
  carom_table_pocket* pockets;
  int stroke_count;
  carom_scenario_stroke* strokes;
  long most_events;  ///< a simulation ends after so many; 0: no limit. Not of the file
} carom_scenario_table;

/// A scenario file in memory: checked, normalised, with every default filled in.
typedef struct carom_scenario {
  char* title;  ///< NULL when absent
  int dimension;
  carom_scenario_kind kind;
  carom_model model;
  carom_method method;

  int body_count;  ///< bodies, in file order
  carom_body* bodies;
  carom_scenario_body* body_info;

  int dof;  ///< mechanism
  double* mass_matrix;
  double* velocity;
  double* jacobian;         ///< all contacts, stacked
  char** coordinate_names;  ///< dof; NULL where the file gives none

  double* w;  ///< contact_space
  double* v;

  carom_chain chain;

  int contact_count;
  carom_surface* surfaces;
  bool* compliance_by_poisson_ratio;  ///< eta2 was given as poisson_ratio
  carom_touch* touches;               ///< bodies only
  char** contact_names;               ///< NULL, or each NULL, where the file gives none

  bool has_motion;
  carom_motion motion;
  carom_scenario_meet meet;
  carom_scenario_table* table;  ///< NULL: no table
} carom_scenario;

/// Reads one scenario. Returns NULL and fills *error when anything is wrong.
CAROM_API carom_scenario* carom_scenario_parse(const char* text, size_t length, carom_diag* error);
/// Frees it; NULL is fine.
CAROM_API void carom_scenario_free(carom_scenario* scenario);

/// Replaces one value in the text of a scenario, or adds it where the file leaves it to its default; nothing else of
/// the text changes, and lines stay where they are. The path is dotted, as in the keys of errors: "contacts.0.mu". The
/// value is JSON, and what is no JSON is a text: 30 mph, stronge. Whether it is allowed shows when the text is read.
/// False with *error filled, and *text meaning what it did: CAROM_UNKNOWN_KEY where the path leads nowhere.
CAROM_API bool carom_scenario_set(carom_text* text, const char* path, const char* value, carom_diag* error);

/// Writes a scenario so that reading it gives the same structs, bit for bit. One line, or indented. False if the sink
/// refused, as all that write.
CAROM_API bool carom_scenario_write(const carom_scenario* scenario, bool indented, carom_sink sink);

/// Characters of a sentence for people.
enum { CAROM_SENTENCE_SIZE = 320 };

/// A question about a scenario that is valid but looks as if something else was meant.
typedef struct carom_doubt {
  char key[CAROM_FIELD_SIZE];      ///< dotted: "contacts.0.normal"
  char text[CAROM_SENTENCE_SIZE];  ///< without the full stop
} carom_doubt;

enum { CAROM_MOST_DOUBTS = 8 };

struct carom_result;

/// Looks for a normal that points the wrong way, a contact off the body's shape, degrees for radians, grams for
/// kilograms, a moment of inertia that the shape cannot have. The result (carom/run.h) may be NULL. Returns how many
/// were filled in.
CAROM_API int carom_scenario_doubts(const carom_scenario* scenario, const struct carom_result* result, int capacity,
                                    carom_doubt* out);

/// What a contact is called in words: by its name where it has one, else "upper-lower", "block-floor 2" where two
/// bodies touch more than once, "contact 0" where the file has no bodies. Cut to fit.
CAROM_API void carom_scenario_contact_name(const carom_scenario* scenario, int contact, int size, char* name);
/// Likewise a coordinate of a mechanism: "hip", or "generalized velocity 0".
CAROM_API void carom_scenario_coordinate_name(const carom_scenario* scenario, int coordinate, int size, char* name);

/// The model of the impact that the contacts state, whether or not motion follows; CAROM_MODEL_MOTION without contacts.
CAROM_API carom_model carom_scenario_impact_model(const carom_scenario* scenario);

// Answers (carom/run.h, carom/simulation.h) as one JSON object and a newline each. Doubles read back exactly.
struct carom_explanation;
struct carom_simulation;

/// What `carom solve --json` prints.
CAROM_API bool carom_result_write(const carom_scenario* scenario, const struct carom_result* result, carom_sink sink);
/// What `carom explain --json` prints.
CAROM_API bool carom_explanation_write(const carom_scenario* scenario, const struct carom_result* result,
                                       const struct carom_explanation* explanation, carom_sink sink);
/// What `carom simulate --json` prints.
CAROM_API bool carom_simulation_write(const carom_scenario* scenario, const struct carom_simulation* simulation,
                                      carom_sink sink);
/// What `carom check` tells of a valid scenario: its size, the contact problem and the questions. The result may be
/// NULL; available: whether this version can solve it.
CAROM_API bool carom_check_write(const carom_scenario* scenario, const struct carom_result* result, bool available,
                                 carom_sink sink);
/// An error likewise. What the functions of carom-files fill in as error has one of the statuses that docs/scenarios.md
/// lists, and the key of the file as its field.
CAROM_API bool carom_diag_write(const carom_diag* error, carom_sink sink);

/// The sampled path as CSV with a header line (and, after a cut, a last line that says so and starts with #).
CAROM_API bool carom_simulation_write_csv(const struct carom_simulation* simulation, carom_sink sink);

#endif
