#include <math.h>

#include "figure/springs.h"

static void write_subtitle(FILE* script, const carom__springs_drawing* d) {
  const carom_compliant_outcome* outcome = d->input->outcome;
  char surface[192], eta2[40], change[96] = "", text[400];
  carom__sheet_describe_surface(&d->input->problem->surface, surface, sizeof surface);
  carom__style_number(eta2, sizeof eta2, d->input->problem->surface.eta2);
  bool impact = carom__springs_is_impact(d->input);
  if (impact) carom__sheet_describe_change(outcome->energy.change, outcome->stored, change, sizeof change);
  const char* scheme = d->input->scheme == CAROM_COMPLIANT_PUBLISHED ? "published scheme  ·  " : "";
  snprintf(text, sizeof text, "%s%s%s  ·  η^2 = %s%s", impact ? "" : "no impact  ·  ", scheme, surface, eta2, change);
  carom__sheet_write_subtitle(script, &d->layout.panels.sheet, text);
}

static bool both_tangents(const carom__springs_layout* l) {
  return l->has_tangent[0] && l->has_tangent[1];
}

static bool sticks(const carom_spring_trace* trace) {
  for (int i = 1; i < trace->count; ++i) {
    if (!trace->points[i].slipping) return true;
  }
  return false;
}

static void write_legend(FILE* script, const carom__springs_drawing* d) {
  const carom__springs_layout* l = &d->layout;
  carom__legend_entry entries[7];
  char hidden[64];
  int count = 0;
  if (l->has_tangent[0])
    entries[count++] = (carom__legend_entry){CAROM__CURVE_TANGENT_1, "along the tangent {/:Italic t}_1"};
  if (l->has_tangent[1])
    entries[count++] = (carom__legend_entry){CAROM__CURVE_TANGENT_2, "along the tangent {/:Italic t}_2"};
  bool impact = carom__springs_is_impact(d->input);
  entries[count++] =
      (carom__legend_entry){CAROM__CURVE_NORMAL, impact ? "along the normal; its energy" : "along the normal"};
  if (impact && (l->has_tangent[0] || l->has_tangent[1])) {
    const char* words = both_tangents(l) ? "energy: tangential springs" : "energy: tangential spring";
    entries[count++] = (carom__legend_entry){CAROM__CURVE_TANGENTS, words};
    entries[count++] = (carom__legend_entry){CAROM__CURVE_LOST, "energy: lost to friction"};
  }
  if (sticks(d->input->trace)) entries[count++] = (carom__legend_entry){CAROM__CURVE_ELLIPSE, "the contact sticks"};
  if (l->panels.hidden_count > 0) {
    snprintf(hidden, sizeof hidden, "and %d more event%s", l->panels.hidden_count,
             l->panels.hidden_count == 1 ? "" : "s");
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, hidden};
  }
  carom__sheet_write_legend(script, &l->panels.sheet, entries, count);
}

/// Shades the panel where the contact sticks.
static void write_sticking(FILE* script, const carom__springs_drawing* d) {
  const carom_spring_trace* trace = d->input->trace;
  const carom__axis* across = &d->layout.panels.across;
  for (int first = 1; first < trace->count;) {
    int last = first;
    while (last + 1 < trace->count && trace->points[last + 1].slipping == trace->points[first].slipping) ++last;
    double from = trace->points[first - 1].impulse[2], to = trace->points[last].impulse[2];
    if (!trace->points[first].slipping && to > from) {
      fprintf(
          script,
          "set object rectangle from first %.10g,graph 0 to first %.10g,graph 1 behind fs solid noborder fc rgb '%s'\n",
          carom__axis_shown(across, from), carom__axis_shown(across, to), CAROM__FILL_COLOUR);
    }
    first = last + 1;
  }
}

static void write_curves(FILE* script, const carom__springs_drawing* d, int panel) {
  const carom__springs_layout* l = &d->layout;
  char style[64] = "lines";
  if (!carom__springs_is_impact(d->input)) {
    double size = carom__style_point(l->panels.sheet.figure, l->panels.sheet.format);
    snprintf(style, sizeof style, "points pt 7 ps %.4g", size);
  }
  fputs("plot \\\n", script);
  for (int i = 0; i < l->curve_count[panel]; ++i) {
    carom__spring_curve curve = l->curves[panel][i];
    fprintf(script, "  '%s' using (kx*$1):(ky*$%d) with %s lt %d%s\n", CAROM__SPRINGS_PATH, curve.column + 1, style,
            curve.curve, i + 1 < l->curve_count[panel] ? ", \\" : "");
  }
}

static void write_plane(FILE* script, const carom__springs_drawing* d) {
  const carom__sheet* plane = &d->layout.plane;
  fputs("unset label\nunset arrow\nunset object\nset format x '%g'\n", script);
  carom__sheet_write_frame(script, plane);
  carom__sheet_write_axis_titles(script, plane, "tangential impulse {/:Italic I}_{t1}", "{/:Italic I}_{t2}", "N s");
  carom__marks_write_labels(script, &d->layout.marks, plane);
  fprintf(script, "k = 1e%d\nplot '%s' using (k*$2):(k*$3) with lines lt %d, \\\n", -plane->view.exponent,
          CAROM__SPRINGS_PATH, CAROM__CURVE_PATH);
  carom__marks_write_plot(script, plane, CAROM__SPRINGS_EVENTS);
}

void carom__springs_write_script(FILE* script, const void* drawing) {
  const carom__springs_drawing* d = drawing;
  const carom__panels* panels = &d->layout.panels;
  char picture[32];
  snprintf(picture, sizeof picture, "springs.%s", carom__format_word(panels->sheet.format));
  fprintf(script, "# The springs of an impact, drawn by carom. To draw it again: gnuplot %s\n", CAROM__SPRINGS_SCRIPT);
  carom__style_write_head(script, panels->sheet.figure, panels->sheet.format, picture);
  fputs("# The data are in SI units; the axes show kx and ky times that.\n", script);
  carom__panels_write_frame(script, panels);
  carom__sheet_write_title(script, &panels->sheet);
  write_subtitle(script, d);
  carom__panels_write_flags(script, panels);
  write_legend(script, d);
  for (int i = 0; i < panels->count; ++i) {
    carom__panels_write_panel(script, panels, i);
    write_sticking(script, d);
    write_curves(script, d, i);
  }
  if (d->layout.has_plane) write_plane(script, d);
  fputs("unset multiplot\nset output\n", script);
}
