// Title and subtitle: how many lines the user's words take, and where they stand.
#include <math.h>
#include <string.h>

#include "figure/sheet.h"

/// Design pixels: from the sheet's edge to the title, from line to line of it, what a title and a subtitle take.
static const double title_edge = 12.0, title_line = 21.0, title_room = 24.0, subtitle_room = 22.0;
/// Letters of a subtitle are no smaller: it is cut then.
static const double least_subtitle = 9.5;

/// The space that leaves the wider of two lines narrowest: bytes before it, or 0 if there is none.
static size_t find_break(const char* text, double* widest) {
  char line[CAROM__TITLE_SIZE];
  size_t best = 0;
  for (const char* space = text; (space = strchr(space, ' ')); ++space) {
    snprintf(line, sizeof line, "%.*s", (int)(space - text), text);
    double width = fmax(carom__style_plain_width(line), carom__style_plain_width(space + 1));
    if (space == text || width >= *widest) continue;
    *widest = width;
    best = (size_t)(space - text);
  }
  return best;
}

carom__title carom__title_fit(const char* text, double sheet_width) {
  double room = sheet_width - 2.0 * title_edge;
  if (!text || !*text) return (carom__title){0};
  double widest = carom__style_plain_width(text);
  carom__title title = {.lines = 1, .size = fmin(CAROM__FONT_TITLE, room / widest)};
  if (title.size < CAROM__FONT_TEXT && strlen(text) < CAROM__TITLE_SIZE) title.first = find_break(text, &widest);
  if (title.first > 0) {
    title.lines = 2;
    title.size = fmin(CAROM__FONT_TEXT, room / widest);
  }
  title.size = fmax(title.size, CAROM__FONT_SMALL);
  return title;
}

double carom__sheet_head(const carom__sheet* sheet, bool subtitle) {
  int lines = sheet->title.lines;
  double title = lines > 0 ? title_room + (lines - 1) * title_line : 0.0;
  return 10.0 + title + (subtitle ? subtitle_room : 0.0);
}

/// The middle of the plot, for text so wide, as far as the sheet reaches.
static double middle(const carom__sheet* s, double width) {
  double plot = s->left + 0.5 * carom__sheet_box_width(s), half = fmin(0.5 * width + 4.0, 0.5 * s->width);
  return fmax(half, fmin(plot, s->width - half)) / s->width;
}

static void write_title_line(FILE* script, const carom__sheet* s, const char* text, int line) {
  double room = s->width - 2.0 * title_edge, width = fmin(room, s->title.size * carom__style_plain_width(text));
  fputs("set label ", script);
  carom__style_write_quoted(script, text, room / s->title.size);
  fprintf(script, " at screen %.6g,%.6g center noenhanced font ',%.4g'\n", middle(s, width),
          1.0 - (18.0 + line * title_line) / s->height, carom__style_font(s->figure, s->format, s->title.size));
}

void carom__sheet_write_title(FILE* script, const carom__sheet* s) {
  char first[CAROM__TITLE_SIZE];
  if (s->title.lines == 0) return;
  if (s->title.lines == 1) {
    write_title_line(script, s, s->figure->title, 0);
    return;
  }
  snprintf(first, sizeof first, "%.*s", (int)s->title.first, s->figure->title);
  write_title_line(script, s, first, 0);
  write_title_line(script, s, s->figure->title + s->title.first + 1, 1);
}

void carom__sheet_write_subtitle(FILE* script, const carom__sheet* s, const char* markup) {
  double from_top = carom__sheet_head(s, false) + 6.0, room = s->width - 16.0;
  double size = fmax(least_subtitle, fmin(CAROM__FONT_SMALL, room / carom__style_text_width(markup, 1.0)));
  char cut[CAROM__TITLE_SIZE];
  snprintf(cut, sizeof cut, "%s", markup);
  carom__style_cut_markup(cut, room / size);
  fputs("set label ", script);
  carom__style_write_quoted(script, cut, HUGE_VAL);
  fprintf(script, " at screen %.6g,%.6g center font ',%.4g' textcolor rgb '%s'\n",
          middle(s, carom__style_text_width(cut, size)), 1.0 - from_top / s->height,
          carom__style_font(s->figure, s->format, size), CAROM__TEXT_COLOUR);
}
