#include "figure/style.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// gnuplot's terminals count fonts, line widths and dashes differently; these factors make them draw the same picture.
typedef struct terminal {
  const char* word;
  const char* command;
  const char* unit;
  const char* option;
  double size, font, line, dash, point;
  double tic;                     ///< scale of tics that makes them equally long
  double number_rise, number_in;  ///< design pixels that numbers are moved up to the axis across, right to the axis up
} terminal;

static const terminal terminals[] = {
    [CAROM__FORMAT_SVG] = {"svg", "svg", "", "background rgb 'white'", 1.0, 1.0, 1.0, 1.0, 0.68, 0.34, 11.0, 4.0},
    [CAROM__FORMAT_PDF] = {"pdf", "pdfcairo", "in", "fontscale 1 background rgb 'white'", 0.01, 0.54, 1.44, 2.0, 1.3,
                           0.6, 7.0, 2.0},
    [CAROM__FORMAT_PNG] = {"png", "pngcairo", "", "background rgb 'white'", 1.0, 0.75, 1.0, 2.0, 1.4, 0.6, 7.0, 2.0},
};

const char* carom__curve_colour(carom__curve curve) {
  switch (curve) {
#define CAROM_X(symbol, colour, width, dash) \
  case symbol:                               \
    return colour;
    CAROM__CURVE_LIST(CAROM_X)
#undef CAROM_X
    case CAROM__CURVE_NONE:
      break;
  }
  return CAROM__TEXT_COLOUR;
}

carom__curve carom__curve_of_series(int index) {
  return (carom__curve)(CAROM__CURVE_SERIES_1 + index % CAROM__SERIES_COUNT);
}

carom__format carom__format_of(const char* path) {
  const char* dot = strrchr(path, '.');
  for (int i = 0; dot && i < CAROM__FORMAT_UNKNOWN; ++i) {
    if (strcasecmp(dot + 1, terminals[i].word) == 0) return (carom__format)i;
  }
  return CAROM__FORMAT_UNKNOWN;
}

const char* carom__format_word(carom__format format) {
  return terminals[format].word;
}

double carom__style_unit(const carom_figure* figure) {
  double unit = fmin((double)figure->width / CAROM__DESIGN_WIDTH, (double)figure->height / CAROM__DESIGN_HEIGHT);
  return figure->letters > 0.0 ? unit * figure->letters : unit;
}

double carom__style_font(const carom_figure* figure, carom__format format, double design_size) {
  return design_size * carom__style_unit(figure) * terminals[format].font;
}

static void write_terminal(FILE* script, const carom_figure* figure, carom__format format) {
  const terminal* t = &terminals[format];
  double unit = carom__style_unit(figure);
  fprintf(script, "set terminal %s size %.10g%s,%.10g%s", t->command, figure->width * t->size, t->unit,
          figure->height * t->size, t->unit);
  fprintf(script, " font 'sans-serif,%.4g' linewidth %.4g dashlength %.4g %s\n",
          carom__style_font(figure, format, CAROM__FONT_TEXT), unit * t->line, t->dash, t->option);
}

double carom__style_point(const carom_figure* figure, carom__format format) {
  return carom__style_unit(figure) * terminals[format].point;
}

/// The svg terminal counts a line of text as its font's size and hangs a number one and a half of those below the tic,
/// whatever the size of the number; the others ask the font. Offsets of the sheet mean the same to all.
void carom__style_write_tics(FILE* script, const carom_figure* figure, carom__format format) {
  const terminal* t = &terminals[format];
  double unit = carom__style_unit(figure);
  fprintf(script, "set tics out nomirror scale %.4g font ',%.4g' textcolor rgb '%s'\n", t->tic,
          carom__style_font(figure, format, CAROM__FONT_SMALL), CAROM__TEXT_COLOUR);
  fprintf(script, "set xtics offset screen 0,%.6g\nset ytics offset screen %.6g,0\n",
          t->number_rise * unit / figure->height, t->number_in * unit / figure->width);
}

void carom__style_even_points(char* out, size_t size, carom__format format, const char* column) {
  snprintf(out, size, format == CAROM__FORMAT_SVG ? "(%s == 13 ? 0.78 : 1)" : "1", column);
}

void carom__style_write_head(FILE* script, const carom_figure* figure, carom__format format, const char* output) {
  write_terminal(script, figure, format);
  fprintf(script, "set encoding utf8\nif (!exists('output')) output = '%s'\nset output output\n", output);
#define CAROM_X(symbol, colour, width, dash) \
  fprintf(script, "set linetype %d lc rgb '%s' lw %.3g dt %s\n", (int)symbol, colour, width, dash);
  CAROM__CURVE_LIST(CAROM_X)
#undef CAROM_X
}

static int utf8_expected(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

/// Length of the UTF-8 character at text, or 0 if these bytes are none (overlong and surrogates included).
static int utf8_length(const unsigned char* text) {
  unsigned char first = text[0];
  int length = utf8_expected(first);
  for (int i = 1; i < length; ++i) {
    if ((text[i] & 0xC0) != 0x80) return 0;
  }
  bool overlong = (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90);
  bool beyond = (first == 0xED && text[1] > 0x9F) || (first == 0xF4 && text[1] > 0x8F);
  bool no_character = first == 0xEF && text[1] == 0xBF && text[2] >= 0xBE;
  return overlong || beyond || no_character ? 0 : length;
}

/// Characters that mean nothing to gnuplot inside double quotes. All others go in as octal escapes: quotes and
/// backslashes would end or bend the string, backquotes would run a command, and a doubled quote inside single quotes,
/// the obvious other way, is misread at the string's start.
static bool is_harmless(unsigned char c) {
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || c >= 0x80 || strchr(" ,.:()=+-/", c);
}

static void write_character(FILE* script, const unsigned char* at, int length) {
  if (length == 0) {
    fputs("\\077", script);
  } else if (*at < 0x20 || *at == 0x7F) {
    fputc(' ', script);
  } else if (is_harmless(*at)) {
    fwrite(at, 1, (size_t)length, script);
  } else {
    fprintf(script, "\\%03o", *at);
  }
}

/// Width in em of the character at text, as in DejaVu Sans, one of the widest fonts in use.
static double glyph_width(const unsigned char* text) {
  if (*text >= 0xE3) return 1.0;  // Chinese, Japanese, Korean
  if (*text < 0x80 && strchr("ijlI.,:;'|!()[] ft", *text)) return 0.36;
  bool capital = (*text >= 'A' && *text <= 'Z') || strchr("mw@%+=<>~#", *text);
  return *text < 0x80 && capital ? 0.78 : 0.62;
}

static const unsigned char* next_glyph(const unsigned char* at) {
  int length = utf8_length(at);
  return at + (length > 0 ? length : 1);
}

double carom__style_plain_width(const char* text) {
  double width = 0.0;
  for (const unsigned char* at = (const unsigned char*)text; *at; at = next_glyph(at)) width += glyph_width(at);
  return width;
}

void carom__style_write_quoted(FILE* script, const char* text, double max_width) {
  const unsigned char* at = (const unsigned char*)text;
  bool cut = carom__style_plain_width(text) > 1.0001 * max_width;  // a text that fills the room exactly is not cut
  double room = cut ? max_width - 1.0 : HUGE_VAL;
  fputc('"', script);
  for (; *at && room >= glyph_width(at); at = next_glyph(at)) {
    room -= glyph_width(at);
    write_character(script, at, utf8_length(at));
  }
  fputs(cut ? "…\"" : "\"", script);
}

void carom__style_number(char* out, size_t size, double value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%.4g", fabs(value));
  const char* sign = value < 0.0 ? "−" : "";
  char* power = strchr(digits, 'e');
  if (!power) {
    snprintf(out, size, "%s%s", sign, digits);
    return;
  }
  *power = '\0';
  int exponent = atoi(power + 1);
  snprintf(out, size, "%s%s×10^{%s%d}", sign, digits, exponent < 0 ? "−" : "", abs(exponent));
}

double carom__style_text_width(const char* markup, double font_size) {
  double width = 0.0;
  for (const unsigned char* at = (const unsigned char*)markup; *at; at = next_glyph(at)) {
    if (at[0] == '{' && at[1] == '/') {
      while (at[1] && *at != ' ') ++at;
    } else if (*at == '\\' && at[1]) {
      width += glyph_width(++at);
    } else if (!strchr("{}_^", *at)) {
      width += glyph_width(at);
    }
  }
  return font_size * width;
}

/// What the estimate of text_width counts, step by step; a place to cut is outside of all braces.
void carom__style_cut_markup(char* markup, double max_width) {
  static const char mark[] = "…";
  double width = 0.0;
  int depth = 0;
  size_t place = 0, length = strlen(markup);
  for (const unsigned char* at = (const unsigned char*)markup; *at; at = next_glyph(at)) {
    size_t here = (size_t)(at - (const unsigned char*)markup);
    if (depth == 0 && width <= max_width - 1.0 && here + sizeof mark <= length + 1) place = here;
    if (*at == '\\' && at[1]) {
      width += glyph_width(++at);
    } else if (*at == '{') {
      ++depth;
      if (at[1] == '/') {
        while (at[1] && *at != ' ') ++at;
      }
    } else if (*at == '}') {
      --depth;
    } else if (!strchr("_^", *at)) {
      width += glyph_width(at);
    }
  }
  if (width > 1.0001 * max_width) memcpy(markup + place, mark, sizeof mark);
}
