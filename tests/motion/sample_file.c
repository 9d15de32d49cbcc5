#include "motion/sample_file.h"

/// What both kinds of motion have.
typedef struct sample {
  int dimension;
  const carom_motion* motion;
  const carom_chain* chain;  // or bodies
  int body_count;
  const carom_crowd_body* bodies;
  int meeting_count;
  const carom_meeting* meetings;
} sample;

static void put_numbers(FILE* file, int count, const double* x) {
  for (int i = 0; i < count; ++i) fprintf(file, "%s%.17g", i ? ", " : "[", x[i]);
  fputs("]", file);
}

static void put_vector(FILE* file, const char* key, int dimension, carom_vec3 v) {
  fprintf(file, "\"%s\": ", key);
  put_numbers(file, dimension, (const double[]){v.x, v.y, v.z});
}

static void put_matrix(FILE* file, const char* key, const carom_mat3* a) {
  fprintf(file, "\"%s\": ", key);
  for (int i = 0; i < 3; ++i) {
    fputs(i ? ", " : "[", file);
    put_numbers(file, 3, a->m[i]);
  }
  fputs("]", file);
}

static void put_surface(FILE* file, const carom_surface* s) {
  fprintf(file, "{\"law\": \"%s\", \"e\": %.17g, \"mu\": %.17g", carom_law_word(s->law), s->e, s->mu);
  if (s->mu_static > s->mu) fprintf(file, ", \"mu_static\": %.17g", s->mu_static);
  if (s->eta2 > 0) fprintf(file, ", \"eta2\": %.17g", s->eta2);
  fputs("}", file);
}

static void put_shape(FILE* file, int dimension, const carom_crowd_body* it) {
  const carom_shape* shape = &it->shape;
  fputs(", \"shape\": {", file);
  if (shape->sphere_radius > 0) {
    fprintf(file, "\"sphere\": %.17g}", shape->sphere_radius);
    return;
  }
  if (it->solid && dimension == 3) {
    put_vector(file, "box", 3, it->box);
  } else {
    fprintf(file, "\"%s\": ", it->solid ? "polygon" : "points");
    for (int i = 0; i < shape->point_count; ++i) {
      const carom_vec3 p = shape->points[i];
      fputs(i ? ", " : "[", file);
      put_numbers(file, dimension, (const double[]){p.x, p.y, p.z});
    }
    fputs("]", file);
  }
  fputs("}", file);
  if (dimension == 2) fprintf(file, ", \"angle\": %.17g", it->angle);
}

static void put_body(FILE* file, int dimension, const carom_crowd_body* it) {
  const carom_body* body = it->body;
  fprintf(file, "{\"mass\": %.17g, ", body->mass);
  if (dimension == 2) {
    fprintf(file, "\"inertia\": %.17g, \"spin\": %.17g, ", body->inertia.m[2][2], body->spin.z);
  } else {
    put_matrix(file, "inertia", &body->inertia);
    fputs(", ", file);
    put_matrix(file, "orientation", &body->orientation);
    fputs(", ", file);
    put_vector(file, "spin", 3, body->spin);
    fputs(", ", file);
  }
  put_vector(file, "position", dimension, body->position);
  fputs(", ", file);
  put_vector(file, "velocity", dimension, body->velocity);
  put_shape(file, dimension, it);
  fputs("}", file);
}

static void put_bodies(FILE* file, const sample* s) {
  for (int i = 0; i < s->body_count; ++i) {
    fprintf(file, "%s\"%d\": ", i ? ",\n" : "\"bodies\": {", i);
    put_body(file, s->dimension, &s->bodies[i]);
  }
  fputs("},\n", file);
}

static void put_chain(FILE* file, const carom_chain* chain) {
  fprintf(file, "\"chain\": {\"base\": [%.17g, %.17g], \"links\": [", chain->base.x, chain->base.y);
  for (int i = 0; i < chain->link_count; ++i) {
    const carom_link* link = &chain->links[i];
    fprintf(file, "%s{\"length\": %.17g, \"mass\": %.17g, \"centre\": %.17g, \"inertia\": %.17g}", i ? ",\n" : "",
            link->length, link->mass, link->centre, link->inertia);
  }
  fputs("],\n\"angles\": ", file);
  put_numbers(file, chain->link_count, chain->angles);
  fputs(", \"rates\": ", file);
  put_numbers(file, chain->link_count, chain->rates);
  fputs("},\n", file);
}

static void put_meetings(FILE* file, const sample* s) {
  for (int i = 0; i < s->meeting_count; ++i) {
    const carom_meeting* meeting = &s->meetings[i];
    fprintf(file, "%s{\"a\": \"%d\", \"b\": \"%d\", \"surface\": ", i ? ",\n" : ",\n\"meet\": [", meeting->a,
            meeting->b);
    put_surface(file, &meeting->surface);
    fputs("}", file);
  }
  if (s->meeting_count > 0) fputs("]", file);
}

static void put_motion(FILE* file, const sample* s) {
  const carom_motion* motion = s->motion;
  fprintf(file, "\"motion\": {\"until\": %.17g, \"cutoff_speed\": %.17g, \"tolerance\": %.17g, ", motion->until,
          motion->cutoff_speed, motion->tolerance);
  put_vector(file, "gravity", s->dimension, motion->gravity);
  for (int i = 0; i < motion->plane_count; ++i) {
    const carom_plane* plane = &motion->planes[i];
    fputs(i ? ",\n{" : ",\n\"planes\": [{", file);
    put_vector(file, "point", s->dimension, plane->point);
    fputs(", ", file);
    put_vector(file, "normal", s->dimension, plane->normal);
    fputs(", \"surface\": ", file);
    put_surface(file, &plane->surface);
    fputs("}", file);
  }
  if (motion->plane_count > 0) fputs("]", file);
  put_meetings(file, s);
  fputs("}", file);
}

static void put(FILE* file, const sample* s) {
  fprintf(file, "\"dimension\": %d,\n", s->dimension);
  if (s->chain) {
    put_chain(file, s->chain);
  } else {
    put_bodies(file, s);
  }
  put_motion(file, s);
  fputs("}\n", file);
}

void sample_file_journey(FILE* file, const void* drawn) {
  const journey* j = drawn;
  const carom_crowd_body body = {.body = &j->body, .angle = j->angle, .shape = j->shape};
  put(file, &(sample){.dimension = j->dimension,
                      .motion = &j->motion,
                      .chain = j->is_chain ? &j->chain : NULL,
                      .body_count = 1,
                      .bodies = &body});
}

void sample_file_crowd(FILE* file, const void* drawn) {
  const crowd_rig* r = drawn;
  put(file, &(sample){.dimension = r->input.dimension,
                      .motion = &r->motion,
                      .body_count = r->input.body_count,
                      .bodies = r->members,
                      .meeting_count = r->input.meeting_count,
                      .meetings = r->meetings});
}
