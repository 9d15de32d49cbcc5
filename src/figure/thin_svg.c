#define _GNU_SOURCE  // memmem

#include "figure/thin_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Pixels. A line is at least one wide, and gnuplot rounds its points to 0.005.
static const double unseen = 0.06;

/// A point of a line, and where its text is: "L12.50,3.75".
typedef struct vertex {
  const char* text;
  int length;
  double x, y;
  bool kept;
} vertex;

typedef struct line {
  vertex* items;
  int count, capacity;
} line;

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Reads "12.50" without minding the program's language. NULL if there is no number.
static const char* read_number(const char* at, const char* end, double* out) {
  double value = 0.0, unit = 1.0, sign = 1.0;
  if (at < end && *at == '-') {
    sign = -1.0;
    ++at;
  }
  const char* first = at;
  for (; at < end && is_digit(*at); ++at) value = 10.0 * value + (*at - '0');
  if (at < end && *at == '.') {
    for (++at; at < end && is_digit(*at); ++at) value += (unit *= 0.1) * (*at - '0');
  }
  *out = sign * value;
  return at > first ? at : NULL;
}

/// The next point of a path. NULL where the path has no other, or something that is none.
static const char* read_vertex(const char* at, const char* end, vertex* out) {
  while (at < end && (*at == ' ' || *at == '\n' || *at == '\t')) ++at;
  if (at == end || (*at != 'M' && *at != 'L')) return NULL;
  out->text = at;
  out->kept = true;
  const char* next = read_number(at + 1, end, &out->x);
  if (!next || next == end || *next != ',') return NULL;
  next = read_number(next + 1, end, &out->y);
  if (next) out->length = (int)(next - at);
  return next;
}

static bool add_vertex(line* l, vertex v) {
  if (l->count == l->capacity) {
    int capacity = l->capacity == 0 ? 256 : 2 * l->capacity;
    vertex* items = realloc(l->items, (size_t)capacity * sizeof *items);
    if (!items) return false;
    l->items = items;
    l->capacity = capacity;
  }
  l->items[l->count++] = v;
  return true;
}

/// Distance of a point from the piece between two others.
static double distance(const vertex* p, const vertex* a, const vertex* b) {
  double x = b->x - a->x, y = b->y - a->y, length2 = x * x + y * y;
  double share = length2 > 0.0 ? ((p->x - a->x) * x + (p->y - a->y) * y) / length2 : 0.0;
  share = fmax(0.0, fmin(1.0, share));
  return hypot(p->x - a->x - share * x, p->y - a->y - share * y);
}

/// Drops the vertices after `first` that the straight way to some later one does not miss; returns that later one.
static int skip(line* l, int first) {
  enum { FARTHEST = 200 };  // bounds the work
  int last = first + 1;
  if (l->items[last].text[0] == 'M') return last;  // another line begins
  for (int to = first + 2; to < l->count && to - first < FARTHEST && l->items[to].text[0] == 'L'; ++to) {
    bool fine = true;
    for (int i = first + 1; i < to && fine; ++i)
      fine = distance(&l->items[i], &l->items[first], &l->items[to]) < unseen;
    if (!fine) break;
    last = to;
  }
  for (int i = first + 1; i < last; ++i) l->items[i].kept = false;
  return last;
}

static void thin(line* l) {
  for (int first = 0; first + 2 < l->count;) first = skip(l, first);
}

/// Writes what is kept of a path and the rest after it. Returns where the text ends.
static char* write_line(char* to, const line* l) {
  for (int i = 0; i < l->count; ++i) {
    const vertex* v = &l->items[i];
    if (!v->kept) continue;
    if (i > 0) *to++ = i % 8 == 0 ? '\n' : ' ';
    memmove(to, v->text, (size_t)v->length);
    to += v->length;
  }
  return to;
}

/// Where the points of the next path begin. A user's text cannot look like one: gnuplot writes its < as &lt;.
static const char* find_points(const char* from, const char* end) {
  static const char tag[] = "<path", key[] = " d='M";
  for (const char* at = from; (at = memmem(at, (size_t)(end - at), tag, sizeof tag - 1)); at += sizeof tag - 1) {
    const char* bracket = memchr(at, '>', (size_t)(end - at));
    const char* points = bracket ? memmem(at, (size_t)(bracket - at), key, sizeof key - 1) : NULL;
    if (points) return points + sizeof key - 2;
  }
  return NULL;
}

/// Copies the text up to the points of the next path, then those of its points that are needed.
static bool thin_lines(char* bytes, size_t* size) {
  line l = {0};
  const char *from = bytes, *end = bytes + *size;
  char* to = bytes;
  bool fine = true;
  for (const char* points; fine && (points = find_points(from, end));) {
    const char* next = points;
    l.count = 0;
    vertex v;
    for (const char* at; fine && (at = read_vertex(next, end, &v)); next = at) fine = add_vertex(&l, v);
    if (!fine) break;
    thin(&l);
    memmove(to, from, (size_t)(points - from));
    to = write_line(to + (points - from), &l);
    from = next;
  }
  memmove(to, from, (size_t)(end - from));
  *size = (size_t)(to + (end - from) - bytes);
  free(l.items);
  return fine;
}

/// "<g ..>", a line break, "</g>", a line break: gnuplot opens a group at each change of its pen.
static size_t empty_group(const char* at, const char* end) {
  static const char close[] = "\n</g>\n";
  const char* bracket = memchr(at, '>', (size_t)(end - at));
  if (!bracket || (size_t)(end - bracket) < sizeof close || memcmp(bracket + 1, close, sizeof close - 1) != 0) return 0;
  return (size_t)(bracket - at) + sizeof close;
}

static void drop_empty_groups(char* bytes, size_t* size) {
  static const char key[] = "<g fill=\"none\"";
  const char *from = bytes, *end = bytes + *size;
  char* to = bytes;
  for (const char* at; (at = memmem(from, (size_t)(end - from), key, sizeof key - 1));) {
    size_t dropped = empty_group(at, end), length = (size_t)(at - from) + (dropped > 0 ? 0 : sizeof key - 1);
    memmove(to, from, length);
    to += length;
    from = dropped > 0 ? at + dropped : at + sizeof key - 1;
  }
  memmove(to, from, (size_t)(end - from));
  *size = (size_t)(to + (end - from) - bytes);
}

bool carom__thin_svg(char* bytes, size_t* size) {
  drop_empty_groups(bytes, size);
  return thin_lines(bytes, size);
}
