#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/sheet.h"

#include <math.h>
#include <stdlib.h>

#include "contact/surface.h"
#include "figure/figure.h"

carom__sheet carom__sheet_of(const carom_figure* figure, carom__format format) {
  double unit = carom__style_unit(figure);
  carom__sheet sheet = {.figure = figure,
                        .format = format,
                        .width = figure->width / unit,
                        .height = figure->height / unit,
                        .left = 80.0,
                        .right = 84.0,
                        .bottom = 140.0,
                        .legend = 78.0,
                        .title = carom__title_fit(figure->title, figure->width / unit)};
  sheet.top = carom__sheet_head(&sheet, true) + 20.0;
  return sheet;
}

double carom__sheet_box_width(const carom__sheet* sheet) {
  return sheet->width - sheet->left - sheet->right;
}

double carom__sheet_box_height(const carom__sheet* sheet) {
  return sheet->height - sheet->bottom - sheet->top;
}

bool carom__sheet_is_markup(const char* markup) {
  for (const char* at = markup; at && *at; ++at) {
    if (*at == '\'' || (unsigned char)*at < 0x20) return false;
  }
  return markup != NULL;
}

double carom__sheet_half_width(const char* markup) {
  return 0.5 * carom__style_text_width(markup, CAROM__FONT_SMALL) + 3.0;
}

static double font(const carom__sheet* sheet, double design_size) {
  return carom__style_font(sheet->figure, sheet->format, design_size);
}

void carom__sheet_write_frame(FILE* script, const carom__sheet* s) {
  fprintf(script, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", s->left / s->width,
          1.0 - s->right / s->width);
  fprintf(script, "set bmargin at screen %.6g\nset tmargin at screen %.6g\n", s->bottom / s->height,
          1.0 - s->top / s->height);
  carom_vec2 low = carom__view_shown(&s->view, (carom_vec2){0.0, 0.0});
  carom_vec2 high = carom__view_shown(&s->view, (carom_vec2){s->view.width, s->view.height});
  fprintf(script, "set xrange [%.10g:%.10g]\nset yrange [%.10g:%.10g]\n", low.x, high.x, low.y, high.y);
  fprintf(script,
          "set clip two\nunset key\nset border 15 lw 0.8 lc rgb '#404040'\nset xzeroaxis lt %d\nset yzeroaxis lt %d\n",
          CAROM__CURVE_AXIS, CAROM__CURVE_AXIS);
  carom__style_write_tics(script, s->figure, s->format);
  fprintf(script, "set format '%%g'\nset minussign\nset xtics %.10g\nset ytics %.10g\n", s->view.tic, s->view.tic);
}

/// At a fixed place, because gnuplot's own depends on the width of the tics and may leave the picture.
static void write_axis_title(FILE* script, const carom__sheet* s, const char* words, const char* unit,
                             const char* place) {
  char scaled[48], text[128];
  int exponent = s->view.exponent;
  snprintf(scaled, sizeof scaled, "%s", unit);
  if (exponent != 0) snprintf(scaled, sizeof scaled, "10^{%s%d} %s", exponent < 0 ? "−" : "", abs(exponent), unit);
  snprintf(text, sizeof text, "%s [%s]", words, scaled);
  fprintf(script, "set label '%s' at screen %s font ',%.4g'\n", text, place, font(s, CAROM__FONT_TEXT));
}

void carom__sheet_write_axis_titles(FILE* script, const carom__sheet* s, const char* across, const char* up,
                                    const char* unit) {
  char place[64];
  snprintf(place, sizeof place, "%.6g,%.6g center", (s->left + 0.5 * s->view.width) / s->width,
           (s->bottom - CAROM__AXIS_TITLE_DROP) / s->height);
  write_axis_title(script, s, across, unit, place);
  snprintf(place, sizeof place, "%.6g,%.6g center rotate by 90", 14.0 / s->width,
           (s->bottom + 0.5 * s->view.height) / s->height);
  write_axis_title(script, s, up, unit, place);
}

void carom__sheet_write_label(FILE* script, const carom__sheet* s, carom__rect at, const char* markup,
                              const char* colour) {
  carom_vec2 place = carom__view_shown(&s->view, at.centre);
  fprintf(script, "set label '%s' at %.6g,%.6g center front font ',%.4g' textcolor rgb '%s'\n", markup, place.x,
          place.y, font(s, CAROM__FONT_SMALL), colour);
}

void carom__sheet_write_leader(FILE* script, const carom__sheet* s, carom_vec2 point, carom__rect label) {
  carom__segment leader;
  if (!carom__label_leader(point, label, &leader)) return;
  carom_vec2 from = carom__view_shown(&s->view, leader.a), to = carom__view_shown(&s->view, leader.b);
  fprintf(script, "set arrow from %.8g,%.8g to %.8g,%.8g nohead front lt %d\n", from.x, from.y, to.x, to.y,
          CAROM__CURVE_LEADER);
}

void carom__sheet_write_head(FILE* script, const carom__sheet* s, carom_vec2 at, carom_vec2 along, carom__curve curve) {
  double length = hypot(along.x, along.y);
  carom_vec2 from = carom__view_shown(&s->view, (carom_vec2){at.x - along.x / length, at.y - along.y / length});
  carom_vec2 to = carom__view_shown(&s->view, at);
  fprintf(script,
          "set arrow from %.8g,%.8g to %.8g,%.8g front head filled size screen %.4g,22 fixed lt %d lw 1 dt solid\n",
          from.x, from.y, to.x, to.y, 13.0 / s->width, curve);
}

void carom__sheet_describe_surface(const carom_surface* surface, char* out, size_t size) {
  char e[40], mu[40], number[40], held[64] = "";
  carom__style_number(e, sizeof e, surface->e);
  carom__style_number(mu, sizeof mu, surface->mu);
  if (carom__mu_static(surface) != surface->mu) {
    carom__style_number(number, sizeof number, surface->mu_static);
    snprintf(held, sizeof held, " (%s to stick)", number);
  }
  snprintf(out, size, "%s, {/:Italic e} = %s  ·  μ = %s%s", carom_law_name(surface->law), e, mu, held);
}

void carom__sheet_describe_change(double joule, double stored, char* out, size_t size) {
  char number[40];
  if (fabs(joule) <= 1e-12 * stored) joule = 0.0;
  carom__style_number(number, sizeof number, joule);
  snprintf(out, size, "  ·  Δ{/:Italic T} = %s%s J", joule > 0.0 ? "+" : "", number);
}

static void write_sample(FILE* script, const carom__sheet* s, carom__curve curve, carom_vec2 at) {
  double left = at.x / s->width, right = (at.x + 32.0) / s->width, height = s->height;
  if (curve == CAROM__CURVE_ELLIPSE) {
    fprintf(script,
            "set object rectangle from screen %.6g,%.6g to screen %.6g,%.6g fs solid border lt %d fc rgb '%s'\n", left,
            (at.y - 5.0) / height, right, (at.y + 5.0) / height, curve, CAROM__FILL_COLOUR);
  } else if (curve != CAROM__CURVE_NONE) {
    fprintf(script, "set arrow from screen %.6g,%.6g to screen %.6g,%.6g nohead lt %d\n", left, at.y / height, right,
            at.y / height, curve);
  }
}

static carom_vec2 legend_place(const carom__sheet* s, int index, int count) {
  int rows = (count + 1) / 2;
  return (carom_vec2){0.5 * (s->width - 500.0) + (index / rows) * 262.0, s->legend - (index % rows) * 19.0};
}

void carom__sheet_fit_right(carom__sheet* s, double half) {
  const double least = 24.0, beside = 12.0;
  s->right = fmin(s->right, fmax(least, 2.0 * half + beside));
}

void carom__sheet_fit_legend(carom__sheet* s, int count) {
  double usual = s->legend, rows = (count + 1) / 2;
  s->legend = fmin(usual, 21.0 + fmax(0.0, rows - 1.0) * 19.0);
  s->bottom -= usual - s->legend;
}

void carom__sheet_write_legend_text(FILE* script, const carom__sheet* s, int index, int count, const char* text) {
  carom_vec2 at = legend_place(s, index, count);
  fputs("set label ", script);
  carom__style_write_quoted(script, text, 214.0 / CAROM__FONT_SMALL);
  fprintf(script, " at screen %.6g,%.6g left noenhanced font ',%.4g' textcolor rgb '%s'\n", (at.x + 40.0) / s->width,
          at.y / s->height, font(s, CAROM__FONT_SMALL), CAROM__TEXT_COLOUR);
}

void carom__sheet_write_legend_box(FILE* script, const carom__sheet* s, int index, int count, carom__legend_box box) {
  carom_vec2 at = legend_place(s, index, count);
  fprintf(script, "set object rectangle from screen %.6g,%.6g to screen %.6g,%.6g fs solid noborder fc rgb '%s'\n",
          (at.x + 16.0 - 0.5 * box.width) / s->width, (at.y - 0.5 * box.height) / s->height,
          (at.x + 16.0 + 0.5 * box.width) / s->width, (at.y + 0.5 * box.height) / s->height, box.colour);
}

void carom__sheet_write_legend_point(FILE* script, const carom__sheet* s, int index, int count, int point_type) {
  carom_vec2 at = legend_place(s, index, count);
  fprintf(script, "set label '' at screen %.6g,%.6g point pt %d ps %.4g lc rgb 'black'\n", (at.x + 16.0) / s->width,
          at.y / s->height, point_type, 0.8 * carom__style_point(s->figure, s->format));
}

void carom__sheet_write_legend(FILE* script, const carom__sheet* s, const carom__legend_entry* entries, int count) {
  for (int i = 0; i < count; ++i) {
    carom_vec2 at = legend_place(s, i, count);
    write_sample(script, s, entries[i].curve, at);
    if (!entries[i].words) continue;
    fprintf(script, "set label '%s' at screen %.6g,%.6g left font ',%.4g' textcolor rgb '%s'\n", entries[i].words,
            (at.x + 40.0) / s->width, at.y / s->height, font(s, CAROM__FONT_SMALL), CAROM__TEXT_COLOUR);
  }
}

/// Writes one file of the workshop. False if that failed.
static bool write_part(const carom__workshop* shop, const carom__part* part, const void* drawing) {
  FILE* file = carom__workshop_file(shop, part->name);
  if (!file) return false;
  part->write(file, drawing);
  bool fine = !ferror(file);
  return fclose(file) == 0 && fine;
}

static bool write_parts(const carom__workshop* shop, const carom__part* parts, int count, const void* drawing) {
  carom__plain_numbers plain = carom__plain_numbers_begin();
  bool fine = true;
  for (int i = 0; i < count && fine; ++i) fine = write_part(shop, &parts[i], drawing);
  carom__plain_numbers_end(plain);
  return fine;
}

carom_status carom__sheet_draw(const carom_figure* figure, const carom__part* parts, int count, const void* drawing,
                               carom_diag* diag) {
  carom__workshop shop = {.guard = figure->guard};
  if (shop.guard) shop.guard->busy = 1;
  carom_status status = carom__workshop_open(&shop, figure->script_dir, diag);
  if (status != CAROM_OK) {
    if (shop.guard) shop.guard->busy = 0;
    return status;
  }
  if (write_parts(&shop, parts, count, drawing)) {
    status = carom__workshop_draw(&shop, parts[count - 1].name, figure->output, diag);
  } else {
    status = carom__figure_error(
        diag, CAROM_IO, "cannot write script and data into '%s'; is it writable, and is the disk full?", shop.path);
  }
  carom__workshop_close(&shop);
  if (shop.guard) shop.guard->busy = 0;
  return status;
}
