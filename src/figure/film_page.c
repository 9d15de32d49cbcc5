// A film as a page: the poses and a small player in one file, which needs nothing else.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include <errno.h>
#include <string.h>

#include "figure/film.h"
#include "figure/walls.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
    "<style>\n:root { color-scheme: light dark; }\n"
    "body { margin: 0 auto; padding: 1rem; font: 16px/1.4 system-ui, sans-serif; color: #202020; background: #fff; }\n"
    "h1 { font-size: 1.1rem; font-weight: 600; margin: 0 0 .6rem; } canvas { width: 100%; border: 1px solid #909090; "
    "}\n"
    "p { display: flex; gap: .8rem; align-items: center; margin: .6rem 0 0; } input { flex: 1; accent-color: #0072B2; "
    "}\n"
    "button, select { font: inherit; } output { min-width: 6em; font-variant-numeric: tabular-nums; }\n"
    "@media (prefers-color-scheme: dark) { body { color: #e6e4de; background: #15171a; } canvas { background: #fff; } "
    "}\n"
    "</style>\n";

static const char body[] =
    "<canvas role=\"img\" aria-label=\"The motion\"></canvas>\n"
    "<p><button id=\"play\">Play</button><input id=\"at\" type=\"range\" min=\"0\" step=\"any\" value=\"0\" "
    "aria-label=\"time\"><output id=\"time\"></output>\n<select id=\"pace\" aria-label=\"speed\"><option "
    "value=\"1\">real "
    "time</option><option value=\"0.25\">four times slower</option><option value=\"0.05\">twenty times "
    "slower</option></select></p>\n";

/// `film` is what write_data wrote. Between two frames, points go straight.
static const char player[] =
    "const canvas = document.querySelector('canvas'), pen = canvas.getContext('2d'), $ = (id) => "
    "document.getElementById(id);\n"
    "const [x0, y0, x1, y1] = film.bounds, scale = Math.min(film.size[0] / (x1 - x0), film.size[1] / (y1 - y0));\n"
    "const last = film.frames - 1, end = last * film.interval, dots = devicePixelRatio || 1;\n"
    "canvas.width = film.size[0] * dots; canvas.height = film.size[1] * dots; $('at').max = end;\n"
    "document.body.style.maxWidth = film.size[0] + 'px';\n"
    "const X = (x) => film.size[0] / 2 + scale * (x - (x0 + x1) / 2), Y = (y) => film.size[1] / 2 - scale * (y - (y0 + "
    "y1) / 2);\n"
    "function pose(thing, t) {\n"
    "  const at = Math.min(last, t / film.interval), f = Math.min(last - 1, Math.floor(at)), w = at - f, n = 2 * "
    "thing.points;\n"
    "  return Array.from({ length: n }, (_, i) => thing.poses[f * n + i] * (1 - w) + thing.poses[f * n + n + i] * w);\n"
    "}\n"
    "function wall([px, py, nx, ny]) {\n"
    "  const far = 4 * (film.size[0] + film.size[1]) / scale;\n"
    "  const corner = (k, d) => pen.lineTo(X(px + k * far * ny - d * far * nx), Y(py - k * far * nx - d * far * ny));\n"
    "  pen.beginPath(); corner(-1, 0); corner(1, 0); corner(1, 1); corner(-1, 1); pen.closePath();\n"
    "  pen.fillStyle = film.ground; pen.fill(); pen.strokeStyle = '#606060'; pen.lineWidth = 1; pen.stroke();\n"
    "}\n"
    "function draw(t) {\n"
    "  pen.setTransform(dots, 0, 0, dots, 0, 0); pen.clearRect(0, 0, ...film.size); film.walls.forEach(wall);\n"
    "  for (const thing of film.things) {\n"
    "    const p = pose(thing, t); pen.beginPath();\n"
    "    if (thing.shape === 'disc') { pen.arc(X(p[0]), Y(p[1]), scale * thing.radius, 0, 7); pen.moveTo(X(p[0]), "
    "Y(p[1])); pen.lineTo(X(p[2]), Y(p[3])); }\n"
    "    else for (let i = 0; i < p.length; i += 2) pen.lineTo(X(p[i]), Y(p[i + 1]));\n"
    "    if (thing.shape === 'outline') { pen.closePath(); pen.fillStyle = thing.colour + '22'; pen.fill(); }\n"
    "    pen.strokeStyle = thing.colour; pen.lineWidth = thing.shape === 'chain' ? 5 : 2; pen.lineJoin = pen.lineCap = "
    "'round'; pen.stroke();\n"
    "  }\n"
    "  $('time').textContent = t.toFixed(3) + ' s'; $('at').value = t;\n"
    "}\n"
    "let t = 0, before = 0, running = false;\n"
    "function step(now) {\n"
    "  if (!running) return;\n"
    "  t = Math.min(end, t + (now - before) / 1000 * Number($('pace').value)); before = now; draw(t);\n"
    "  if (t < end) requestAnimationFrame(step); else toggle();\n"
    "}\n"
    "function toggle() {\n"
    "  running = !running; $('play').textContent = running ? 'Pause' : 'Play';\n"
    "  if (running) { if (t >= end) t = 0; before = performance.now(); requestAnimationFrame(step); }\n"
    "}\n"
    "$('play').onclick = toggle;\n"
    "$('at').oninput = () => { t = Number($('at').value); draw(t); };\n"
    "draw(0);\n"
    "if (!matchMedia('(prefers-reduced-motion: reduce)').matches) toggle();\n";

/// Text between tags: nothing in it can be read as one.
static void write_text(FILE* page, const char* text) {
  for (; *text; ++text) {
    const unsigned char c = (unsigned char)*text;
    if (strchr("<>&\"'", c) || c < 0x20 || c == 0x7F) {
      fprintf(page, "&#%u;", c < 0x20 || c == 0x7F ? ' ' : c);
    } else {
      fputc(c, page);
    }
  }
}

static void write_thing(FILE* page, const carom_figure_thing* thing, int index) {
  static const char* const shapes[] = {[CAROM_FIGURE_SHAPE_CHAIN] = "chain",
                                       [CAROM_FIGURE_SHAPE_OUTLINE] = "outline",
                                       [CAROM_FIGURE_SHAPE_DISC] = "disc"};
  fprintf(page, "{shape: '%s', colour: '%s', radius: %.7g, points: %d, poses: [", shapes[thing->shape],
          carom__curve_colour(carom__curve_of_series(index)), thing->radius, thing->point_count);
  for (int i = 0; i < thing->pose_count * thing->point_count; ++i)
    fprintf(page, "%s%.6g,%.6g", i > 0 ? "," : "", thing->poses[i].x, thing->poses[i].y);
  fputs("]},\n", page);
}

static void write_data(FILE* page, const carom__film* film) {
  const carom_figure_film_input* input = film->input;
  fprintf(
      page,
      "const film = {size: [%d, %d], bounds: [%.9g, %.9g, %.9g, %.9g], frames: %d, interval: %.12g, ground: '%s',\n",
      film->figure->width, film->figure->height, film->low.x, film->low.y, film->high.x, film->high.y,
      input->frame_count, input->interval, CAROM__WALL_COLOUR);
  fputs("walls: [", page);
  for (int i = 0; i < input->wall_count; ++i)
    fprintf(page, "[%.9g, %.9g, %.9g, %.9g],", input->walls[i].point.x, input->walls[i].point.y,
            input->walls[i].normal.x, input->walls[i].normal.y);
  fputs("],\nthings: [", page);
  for (int i = 0; i < input->thing_count; ++i) write_thing(page, &input->things[i], i);
  fputs("]};\n", page);
}

static void write_page(FILE* page, const carom__film* film) {
  const char* title = film->figure->title ? film->figure->title : "";
  fputs(head, page);
  fputs("<title>", page);
  write_text(page, title);
  fputs("</title>\n<h1>", page);
  write_text(page, title);
  fputs("</h1>\n", page);
  fputs(body, page);
  fputs("<script>\n", page);
  write_data(page, film);
  fputs(player, page);
  fputs("</script>\n</html>\n", page);
}

/// Under another name first, and renamed at the end: what fails leaves no half of a page behind.
carom_status carom__film_write_page(const carom__film* film, carom_diag* diag) {
  char part[CAROM__PATH_SIZE];
  const char* output = film->figure->output;
  if (snprintf(part, sizeof part, "%s.part", output) >= (int)sizeof part)
    return carom__figure_error(diag, CAROM_IO, "the name of the film is too long");
  FILE* page = fopen(part, "w");
  if (!page) return carom__figure_error(diag, CAROM_IO, "cannot write '%s': %s", output, strerror(errno));
  const carom__plain_numbers numbers = carom__plain_numbers_begin();
  write_page(page, film);
  carom__plain_numbers_end(numbers);
  const bool written = !ferror(page);
  if (fclose(page) == 0 && written && rename(part, output) == 0) return CAROM_OK;
  const int error = errno;
  remove(part);
  return carom__figure_error(diag, CAROM_IO, "cannot write '%s': %s", output, strerror(error));
}
