#include "figure/marks.h"

#include <math.h>

carom__mark_shape carom__mark_of_event(carom_event_type type) {
  switch (type) {
    case CAROM_EVENT_COMPRESSION_END:
    case CAROM_EVENT_RECOMPRESS:
      return CAROM__MARK_COMPRESSION;
    case CAROM_EVENT_RESTITUTION_END:
    case CAROM_EVENT_REACTIVATE:
    case CAROM_EVENT_JAM:
      return CAROM__MARK_STATE;
    default:
      return CAROM__MARK_SLIP;
  }
}

carom__mark* carom__marks_find(carom__marks* marks, const carom__view* view, carom_vec2 data) {
  const double same_place = 5.0;
  carom_vec2 pixel = carom__view_pixel(view, data.x, data.y);
  for (int i = 0; i < marks->count; ++i) {
    carom__mark* mark = &marks->items[i];
    if (hypot(mark->pixel.x - pixel.x, mark->pixel.y - pixel.y) <= same_place) return mark;
  }
  return NULL;
}

void carom__marks_add(carom__marks* marks, const carom__view* view, carom_vec2 data, carom__mark_shape shape,
                      const char* text) {
  carom__mark* here = carom__marks_find(marks, view, data);
  if (here) {
    if (*text && here->text_count < CAROM__MARK_LINES) here->texts[here->text_count++] = text;
    here->shape = shape;
    return;
  }
  if (marks->count == CAROM__MARKS_ROOM) return;
  carom_vec2 pixel = carom__view_pixel(view, data.x, data.y);
  marks->items[marks->count++] =
      (carom__mark){.shape = shape, .data = data, .pixel = pixel, .texts = {text}, .text_count = *text ? 1 : 0};
}

static carom__rect label_size(const carom__mark* mark) {
  double width = 0.0;
  for (int i = 0; i < mark->text_count; ++i) width = fmax(width, carom__sheet_half_width(mark->texts[i]));
  return (carom__rect){mark->pixel, width, 0.5 * mark->text_count * CAROM__LINE_HEIGHT};
}

void carom__marks_place(carom__marks* marks, carom__scene* scene) {
  for (int i = 0; i < marks->count; ++i) {
    carom__mark* mark = &marks->items[i];
    carom__rect size = label_size(mark);
    mark->label = carom__scene_place_at_point(scene, mark->pixel, size.half_width, size.half_height);
  }
}

void carom__marks_place_if_room(carom__marks* marks, carom__scene* scene) {
  for (int i = 0; i < marks->count; ++i) {
    // The last one is second.
    carom__mark* mark = &marks->items[i == 0 ? 0 : i == 1 ? marks->count - 1 : i - 1];
    mark->label = label_size(mark);
    if (mark->text_count == 0) continue;
    mark->silent = !carom__scene_try_at_point(scene, mark->pixel, &mark->label);
  }
}

void carom__marks_add_obstacles(const carom__marks* marks, carom__scene* scene) {
  for (int i = 0; i < marks->count; ++i) {
    carom__scene_add_mark(scene, marks->items[i].pixel, 6.0);
  }
}

void carom__marks_write_labels(FILE* script, const carom__marks* marks, const carom__sheet* sheet) {
  for (int i = 0; i < marks->count; ++i) {
    const carom__mark* mark = &marks->items[i];
    if (mark->silent) continue;
    carom__sheet_write_leader(script, sheet, mark->pixel, mark->label);
    for (int j = 0; j < mark->text_count; ++j) {
      carom__rect line = mark->label;
      line.centre.y -= (j - 0.5 * (mark->text_count - 1)) * CAROM__LINE_HEIGHT;
      carom__sheet_write_label(script, sheet, line, mark->texts[j], CAROM__TEXT_COLOUR);
    }
  }
}

/// How a kind of mark looks: gnuplot's point type, a size that makes them equal to the eye, white or black inside.
typedef struct mark_look {
  int point_type;
  double size;
  bool white;
} mark_look;

void carom__marks_write_data(FILE* file, const carom__marks* marks, const char* columns) {
  static const mark_look looks[] = {[CAROM__MARK_START] = {7, 1.0, true},
                                    [CAROM__MARK_SLIP] = {13, 1.25, false},
                                    [CAROM__MARK_COMPRESSION] = {5, 0.9, false},
                                    [CAROM__MARK_STATE] = {7, 0.9, true},
                                    [CAROM__MARK_END] = {7, 1.0, false}};
  fprintf(file, "# %s  point type  size  white inside  event\n", columns);
  for (int i = 0; i < marks->count; ++i) {
    const carom__mark* mark = &marks->items[i];
    const mark_look* look = &looks[mark->shape];
    fprintf(file, "%.17g %.17g %d %.3g %d \"", mark->data.x, mark->data.y, look->point_type, look->size, look->white);
    for (int j = 0; j < mark->text_count; ++j) fprintf(file, "%s%s", j > 0 ? ", " : "", mark->texts[j]);
    fputs("\"\n", file);
  }
}

/// Black on a white halo, the start white inside.
void carom__marks_write_plot(FILE* script, const carom__sheet* sheet, const char* data_name) {
  double size = carom__style_point(sheet->figure, sheet->format);
  char even[40];
  carom__style_even_points(even, sizeof even, sheet->format, "$3");
  static const char using[] = "using (k*$1):(k*$2):(%s*%.4g*$4):3 with points ps variable pt variable lw 1 lc rgb '%s'";
  fprintf(script, "  '%s' ", data_name);
  fprintf(script, using, even, 1.45 * size, "white");
  fputs(", \\\n  '' ", script);
  fprintf(script, using, even, size, "black");
  fprintf(script, ", \\\n  '' using (k*$1):($5 == 1 ? k*$2 : NaN) with points ps %.4g pt 7 lw 1 lc rgb 'white'\n",
          0.6 * size);
}
