/// @file apps/cli/figure.h
/// What the files of `carom figure` share: the scenarios that are drawn, and the kinds of figures.
#ifndef CAROM_CLI_FIGURE_H
#define CAROM_CLI_FIGURE_H

#include "carom/figure.h"
#include "cli.h"

enum { CLI_FIGURE_NAME_SIZE = 1024, CLI_FIGURE_LABEL_SIZE = 160 };

/// One scenario of a figure. result is NULL until it is solved.
typedef struct figure_item {
  const char* file;
  int line;    ///< of a .jsonl; 0 for a file that is one scenario
  char* text;  ///< the scenario as it was given, text_length bytes
  size_t text_length;
  carom_scenario* scenario;
  carom_result* result;
  char name[CLI_FIGURE_NAME_SIZE];    ///< its title, or the file's name without folder and ending
  char label[CLI_FIGURE_LABEL_SIZE];  ///< in a legend: what of the name sets it apart from the others
} figure_item;

/// All scenarios of the command line, in order.
typedef struct figure_bundle {
  figure_item* items;
  int count, capacity;
} figure_bundle;

/// Reads all files, every line of a .jsonl as a scenario. Returns an exit code, after a message where it is not 0.
int cli_figure_load(const cli_options* options, figure_bundle* out);
/// Solves them. Returns an exit code likewise.
int cli_figure_solve(figure_bundle* bundle);
void cli_figure_free(figure_bundle* bundle);

/// What a kind draws. The figure's width is 0 where the user left the size to the kind.
typedef struct figure_subject {
  carom_figure figure;
  const figure_bundle* bundle;
} figure_subject;

/// The name of a file without folder and ending; there is room for an ending of 8 letters.
void cli_figure_scene_name(const char* file, char name[CLI_FIGURE_NAME_SIZE]);

/// The words that the names of several scenarios begin with, as a title for all. False if there are none worth it.
bool cli_figure_shared_title(const figure_bundle* bundle, char title[CLI_FIGURE_NAME_SIZE]);

/// Fills title, output, script and size from the arguments; output is the room for a name that follows from the file's.
/// Returns an exit code.
int cli_figure_prepare(const cli_options* options, const figure_bundle* bundle, char output[CLI_FIGURE_NAME_SIZE],
                       carom_figure* out);

/// Names of one figure among all kinds.
typedef struct cli_figure_names {
  char output[CLI_FIGURE_NAME_SIZE], script[CLI_FIGURE_NAME_SIZE];
} cli_figure_names;

/// Gives a figure, whose output and script are those of all, its own: OUT-kind.svg and DIR/kind. Returns an exit code.
int cli_figure_name_one_of_all(const char* kind, cli_figure_names* names, carom_figure* figure);

/// "900x700"
bool cli_figure_parse_size(const char* text, carom_figure* figure);
/// The size that a kind looks best in, unless the user gave one.
void cli_figure_suggest_size(carom_figure* figure, int width, int height);
/// Says what was written, or why not. Returns the exit code.
int cli_figure_report(carom_status status, const carom_figure* figure, const char* message);
/// Makes the program ready for signals while it draws, and says what a figure needs to know of them.
carom_figure_guard* cli_figure_guard(void);
/// Ends the program as a signal asked while it drew; else returns.
void cli_figure_end_if_interrupted(void);
/// "carom figure: message `value`; see ..". Returns CLI_BAD.
int cli_figure_bad_usage(const char* message, const char* value);

/// The kinds. Each returns an exit code.
int cli_figure_draw_process(figure_subject* subject);
int cli_figure_draw_hodograph(figure_subject* subject);
int cli_figure_draw_springs(figure_subject* subject);
int cli_figure_draw_energy(figure_subject* subject);
int cli_figure_draw_velocity(figure_subject* subject);
int cli_figure_draw_curve(figure_subject* subject);
int cli_figure_draw_impulse(figure_subject* subject);
int cli_figure_draw_energies(figure_subject* subject);
int cli_figure_draw_velocities(figure_subject* subject);
int cli_figure_draw_energy_plane(figure_subject* subject);
int cli_figure_draw_velocity_plane(figure_subject* subject);
int cli_figure_draw_scene(figure_subject* subject);

/// Figures of a parameter: --vary.
int cli_figure_vary(const cli_options* options);
/// Figures of motion: the bundle's first scenario has the model motion; nothing is solved yet.
int cli_figure_motion(const cli_options* options, const figure_bundle* bundle);

#endif
