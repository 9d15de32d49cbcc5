// Where and how the pairs of a crowd meet: gaps, their rates, and the moving contact frame.
#include "math/elementary.h"
#include "motion/crowd.h"

carom__convex carom__crowd_set(const carom_crowd* crowd, int body) {
  const carom_crowd_body* it = &crowd->bodies[body];
  if (!it->solid) return (carom__convex){.dimension = crowd->dimension};
  return (carom__convex){.dimension = crowd->dimension,
                         .corner_count = it->shape.point_count,
                         .corners = it->shape.points,
                         .edges = crowd->edges + crowd->first_edges[body],
                         .half = carom_vec3_scale(0.5, it->box),
                         .extent = crowd->extents[body]};
}

/// A point that moves, world.
typedef struct moving {
  carom_vec3 at, velocity;
} moving;

/// The centre of a disc or sphere, or a corner.
static moving point_of(const carom_crowd* crowd, const carom__flyer_pose* pose, int body, int point) {
  const carom_crowd_body* it = &crowd->bodies[body];
  if (it->shape.point_count == 0) return (moving){pose->position, pose->velocity};
  const carom_vec3 arm = carom_mat3_apply(pose->rotation, it->shape.points[point]);
  return (moving){carom_vec3_add(pose->position, arm),
                  carom_vec3_add(pose->velocity, carom_vec3_cross(pose->spin, arm))};
}

static carom_vec3 local_place(const carom__flyer_pose* pose, carom_vec3 at) {
  return carom__flyer_to_body(&pose->rotation, carom_vec3_sub(at, pose->position));
}

/// How a moving point is seen from a body that moves too, frame of the body.
static carom_vec3 local_velocity(const carom__flyer_pose* pose, const moving* it) {
  const carom_vec3 arm = carom_vec3_sub(it->at, pose->position);
  const carom_vec3 own = carom_vec3_add(pose->velocity, carom_vec3_cross(pose->spin, arm));
  return carom__flyer_to_body(&pose->rotation, carom_vec3_sub(it->velocity, own));
}

// ---- gaps ----------------------------------------------------------------------------------------------------------

/// A corner and its neighbours, frame of body b.
static void corners_of(const carom_crowd* crowd, const carom__crowd_poses* poses, const carom_crowd_pair* it,
                       carom_vec3 corners[3]) {
  const int count = crowd->bodies[it->a].shape.point_count;
  for (int k = 0; k < 3; ++k) {
    const moving corner = point_of(crowd, &poses->of[it->a], it->a, (it->point + k + count - 1) % count);
    corners[k] = local_place(&poses->of[it->b], corner.at);
  }
}

static void gap_of_pair(const carom_crowd* crowd, const carom__crowd_poses* poses, int pair, double* gap,
                        double* rate) {
  const carom_crowd_pair* it = &crowd->pairs[pair];
  const carom__flyer_pose* b = &poses->of[it->b];
  const moving point = point_of(crowd, &poses->of[it->a], it->a, it->point);
  const carom_vec3 place = local_place(b, point.at), velocity = local_velocity(b, &point);
  const carom__convex set = carom__crowd_set(crowd, it->b);
  if (crowd->bodies[it->a].solid) {
    carom_vec3 corners[3];
    corners_of(crowd, poses, it, corners);
    carom__convex_corner_gap(&set, corners, velocity, gap, rate);
    return;
  }
  const carom__foot foot = carom__convex_foot(&set, place);
  *gap = foot.distance - carom__crowd_radius(crowd, it->a) - carom__crowd_radius(crowd, it->b);
  *rate = carom_vec3_dot(foot.normal, velocity);
}

/// No gap changes faster than its bodies close, and the pace of a crowd lets them move by no more than what is near, or
/// than the room between them. So a pair that is further apart cannot touch within a step, and its rate is given as the
/// fastest that can be: it is not thought to turn where nothing can happen. Of far bodies no corner is looked at: the
/// circles or spheres round them are nearer.
static void gaps_of_meeting(const carom_crowd* crowd, const carom__crowd_poses* poses, int pair, double* gaps,
                            double* gap_rates) {
  const int meeting = crowd->pairs[pair].meeting;
  const double room = carom__crowd_room(crowd, poses, meeting), far = 2 * carom__crowd_near(crowd, meeting);
  const double fastest = -carom__crowd_closing(crowd, poses, meeting);
  for (; pair < crowd->pair_count && crowd->pairs[pair].meeting == meeting; ++pair) {
    gaps[pair] = room;
    if (room <= far) gap_of_pair(crowd, poses, pair, &gaps[pair], &gap_rates[pair]);
    if (gaps[pair] > far) gap_rates[pair] = fastest;
  }
}

void carom__crowd_gaps(const carom_mover* mover, const double* state, double* gaps, double* gap_rates) {
  const carom_crowd* crowd = mover->self;
  carom__crowd_poses poses;
  carom__crowd_poses_of(crowd, state, &poses);
  int pair = 0;
  for (int i = 0; i < crowd->body_count; ++i) {
    const carom_mover* alone = &crowd->movers[i];
    double own[CAROM__CROWD_OWN];
    carom__crowd_own(crowd, state, i, own);
    alone->gaps(alone, own, gaps + pair, gap_rates + pair);
    pair += alone->point_count * alone->plane_count;
  }
  while (pair < crowd->pair_count) {
    const int meeting = crowd->pairs[pair].meeting;
    gaps_of_meeting(crowd, &poses, pair, gaps, gap_rates);
    while (pair < crowd->pair_count && crowd->pairs[pair].meeting == meeting) ++pair;
  }
}

// ---- contact -------------------------------------------------------------------------------------------------------

/// A corner moves with its body; the place where a ball touches a plane stays below its centre.
static carom__meet meet_plane(const carom_crowd* crowd, const carom__crowd_poses* poses, const carom_crowd_pair* it) {
  const moving point = point_of(crowd, &poses->of[it->a], it->a, it->point);
  const carom_vec3 normal = crowd->flyers[it->a].frames[it->plane].n;
  const carom_vec3 down = carom_vec3_scale(-carom__crowd_radius(crowd, it->a), normal);
  return (carom__meet){carom_vec3_add(point.at, down), point.velocity, normal, {0, 0, 0}};
}

/// What of a velocity the foot follows.
static carom_vec3 follow(const carom__foot* foot, carom_vec3 velocity) {
  carom_vec3 sum = {0, 0, 0};
  for (int k = 0; k < 2; ++k)
    sum = carom_vec3_add(sum, carom_vec3_scale(carom_vec3_dot(foot->along[k], velocity), foot->along[k]));
  return sum;
}

/// How the normal turns in the frame of the set: by what the foot does not follow, across the normal.
static carom_vec3 normal_turn(const carom__foot* foot, carom_vec3 velocity, carom_vec3 followed) {
  const carom_vec3 rest = carom_vec3_sub(velocity, followed);
  const carom_vec3 across = carom_vec3_sub(rest, carom_vec3_scale(carom_vec3_dot(foot->normal, rest), foot->normal));
  return foot->distance > 0 ? carom_vec3_scale(1 / foot->distance, across) : (carom_vec3){0, 0, 0};
}

/// The place of contact is on b, straight below the point of a: at + thickness * normal, both as b carries them.
static carom__foot foot_of(const carom_crowd* crowd, const carom__crowd_poses* poses, const carom_crowd_pair* it,
                           carom_vec3 point) {
  const carom__convex set = carom__crowd_set(crowd, it->b);
  carom_vec3 corners[3];
  if (!crowd->bodies[it->a].solid) return carom__convex_foot(&set, local_place(&poses->of[it->b], point));
  corners_of(crowd, poses, it, corners);
  return carom__convex_corner_foot(&set, corners);
}

static carom__meet meet_body(const carom_crowd* crowd, const carom__crowd_poses* poses, const carom_crowd_pair* it) {
  const carom__flyer_pose* b = &poses->of[it->b];
  const moving point = point_of(crowd, &poses->of[it->a], it->a, it->point);
  const bool is_corner = crowd->bodies[it->a].solid;
  const carom__foot foot = foot_of(crowd, poses, it, point.at);
  const carom_vec3 velocity = local_velocity(b, &point), followed = follow(&foot, velocity);
  const carom_vec3 turn = is_corner ? (carom_vec3){0, 0, 0} : normal_turn(&foot, velocity, followed);
  const double radius = carom__crowd_radius(crowd, it->b);
  const carom_vec3 arm = carom_mat3_apply(b->rotation, carom_vec3_add(foot.at, carom_vec3_scale(radius, foot.normal)));
  const carom_vec3 moves = carom_mat3_apply(b->rotation, carom_vec3_add(followed, carom_vec3_scale(radius, turn)));
  const carom_vec3 normal = carom_mat3_apply(b->rotation, foot.normal);
  return (carom__meet){carom_vec3_add(b->position, arm),
                       carom_vec3_add(carom_vec3_add(b->velocity, carom_vec3_cross(b->spin, arm)), moves), normal,
                       carom_vec3_add(carom_vec3_cross(b->spin, normal), carom_mat3_apply(b->rotation, turn))};
}

carom__meet carom__crowd_meet(const carom_crowd* crowd, const carom__crowd_poses* poses, int pair) {
  const carom_crowd_pair* it = &crowd->pairs[pair];
  return it->plane >= 0 ? meet_plane(crowd, poses, it) : meet_body(crowd, poses, it);
}

carom_vec3 carom_crowd_place(const carom_crowd* crowd, const double* state, int pair) {
  carom__crowd_poses poses;
  carom__crowd_poses_of(crowd, state, &poses);
  return carom__crowd_meet(crowd, &poses, pair).at;
}
