// Handles: what of a scenario can be taken hold of, where it is, and what moving it by pixels sets.
import { type Camera, type Point, add, dot, quaternionAfter, spinAsGiven, spinOf, spinSeen, turnedAbout } from './look';
import { number } from './plot';
import { FLOOR, RING, centreOf, chainPoints, flat, spacePlaces, touchOf } from './scene_drawing';
import type { Answer, Vector } from './types';

/** Digits that a drag sets. */
const DIGITS = 4;
/** Bodies and contacts that get handles; more would cover the picture. */
const MOST_HANDLES = 4;

export const round = (x: number) => Number(x.toPrecision(DIGITS)) + 0;
const list = (v: Vector) => `[${v.map((x) => String(x)).join(', ')}]`;

/** Something that can be taken hold of: where it is now, and what moving it by pixels means. */
export interface Handle {
  shape: 'tip' | 'contact' | 'turn' | 'spin' | 'ball';
  label: string;
  place(a: Answer): Point;
  value(a: Answer): [number, string];
  move(a: Answer, dx: number, dy: number): Record<string, string>;
}
/** How the scene is seen: from the world to the picture, and its scales. */
export interface Stage {
  pixel(p: Point): Point;
  seen(v: Vector): Point;
  view: { camera: Camera; pace: number; turn: number; metre: number };
}

/** Everything that can be moved. */
export function handlesOf(a: Answer, scene: Stage): Handle[] {
  if (a.scenario.bodies) return bodyHandles(a, scene);
  return a.scenario.chain ? chainHandles(a, scene) : spaceHandles(a, scene);
}

function bodyHandles(a: Answer, scene: Stage): Handle[] {
  const bodies = Object.entries(a.scenario.bodies!)
    .filter(([, b]) => !b.fixed)
    .slice(0, MOST_HANDLES)
    .map(([name]) => name);
  const contacts = (a.scenario.contacts ?? []).map((_, i) => i).slice(0, MOST_HANDLES);
  return [
    ...bodies.map((n) => tipHandle(n, scene)),
    ...bodies
      .filter((n) => a.scenario.bodies![n].position)
      .flatMap((n) => [spinHandle(n, scene), ...(turnable(a, n) ? [turnHandle(n, scene)] : [])]),
    ...contacts.filter((i) => a.scenario.contacts![i].point).map((i) => contactHandle(i, scene)),
  ];
}

const velocityOf = (a: Answer, name: string): Vector =>
  a.scenario.bodies![name].velocity ?? Array(a.scenario.dimension).fill(0);
const words = (v: Vector, unit: string) => `${v.map((x) => number(x)).join(', ')} ${unit}`;

function tipHandle(name: string, scene: Stage): Handle {
  const tip = (a: Answer): Point => {
    const c = scene.pixel(scene.seen(centreOf(a, name, a.scenario.bodies![name]))),
      v = scene.seen(velocityOf(a, name));
    return [c[0] + scene.view.pace * v[0], c[1] - scene.view.pace * v[1]];
  };
  return {
    shape: 'tip',
    label: `velocity of ${name} before`,
    place: tip,
    value: (a) => [Math.hypot(...velocityOf(a, name)), words(velocityOf(a, name), 'metres per second')],
    move(a, dx, dy) {
      const { camera, pace } = scene.view,
        body = a.scenario.bodies![name];
      const free = add(add(velocityOf(a, name), camera.across, dx / pace), camera.up, -dy / pace);
      const v = body.guide ? body.guide.map((g) => g * dot(free, body.guide!)) : free.map(round);
      return { [`bodies.${name}.velocity`]: list(v) };
    },
  };
}

function spinHandle(name: string, scene: Stage): Handle {
  const spin = (a: Answer) => spinSeen(scene.view.camera, spinOf(a.scenario.bodies![name]));
  return {
    shape: 'spin',
    label: `spin of ${name} before`,
    place(a) {
      const c = scene.pixel(scene.seen(a.scenario.bodies![name].position!)),
        angle = Math.max(-6.1, Math.min(6.1, scene.view.turn * spin(a)));
      return [c[0] - RING * Math.sin(angle), c[1] - RING * Math.cos(angle)];
    },
    value: (a) => [spin(a), `${number(spin(a))} radians per second`],
    move(a, dx, dy) {
      const { camera, turn } = scene.view,
        [x, y] = this.place(a),
        c = scene.pixel(scene.seen(a.scenario.bodies![name].position!));
      const angle = (px: number, py: number) => Math.atan2(-(px - c[0]), -(py - c[1]));
      let change = angle(x + dx, y + dy) - angle(x, y);
      if (change > Math.PI) change -= 2 * Math.PI;
      if (change < -Math.PI) change += 2 * Math.PI;
      const body = a.scenario.bodies![name],
        old = spinOf(body),
        now = change / turn;
      return {
        [`bodies.${name}.spin`]:
          typeof old === 'number' || old === undefined
            ? String(round((old ?? 0) + now))
            : list(spinAsGiven(body, add(old, camera.out, now)).map(round)),
      };
    },
  };
}

/** A body that is touched once turns about its contact; a ball would leave its place on the ground. */
function turnable(a: Answer, name: string): boolean {
  const { shape } = a.scenario.bodies![name];
  if (shape?.sphere || shape?.radius) return false;
  return (a.scenario.contacts ?? []).filter((c) => c.point && c.bodies?.includes(name)).length === 1;
}

/** What turning by an angle sets: place and orientation. */
function turnedBy(a: Answer, name: string, angle: number, axis: Vector): Record<string, string> {
  const body = a.scenario.bodies![name],
    c = touchOf(a, name)!,
    flat = a.scenario.dimension === 2,
    arm = add(body.position!, c, -1),
    now = turnedAbout(axis, angle, flat ? [...arm, 0] : arm).slice(0, c.length);
  const set: Record<string, string> = { [`bodies.${name}.position`]: list(now.map((x, i) => c[i] + round(x))) };
  if (!flat) set[`bodies.${name}.orientation`] = `{"quaternion": ${list(quaternionAfter(body, axis, angle).map(round))}}`;
  else if (body.shape) set[`bodies.${name}.angle`] = String(round((body.angle ?? 0) + angle));
  return set;
}

function turnHandle(name: string, scene: Stage): Handle {
  const touch = (a: Answer) => scene.seen(touchOf(a, name)!);
  const arm = (a: Answer): Point => {
    const p = scene.seen(a.scenario.bodies![name].position!),
      c = touch(a);
    return [p[0] - c[0], p[1] - c[1]];
  };
  const far = (a: Answer): Point => {
    const c = touch(a),
      r = arm(a);
    return scene.pixel([c[0] + 1.75 * r[0], c[1] + 1.75 * r[1]]);
  };
  return {
    shape: 'turn',
    label: `angle of ${name} about its contact`,
    place: far,
    value: (a) => {
      const [x, y] = arm(a),
        degrees = (Math.atan2(y, x) * 180) / Math.PI;
      return [degrees, `${number(degrees)} degrees`];
    },
    move(a, dx, dy) {
      const [px, py] = far(a),
        o = scene.pixel(touch(a));
      const change = Math.atan2(-(py + dy - o[1]), px + dx - o[0]) - Math.atan2(-(py - o[1]), px - o[0]);
      return turnedBy(a, name, change, scene.view.camera.out);
    },
  };
}

function contactHandle(contact: number, scene: Stage): Handle {
  const point = (a: Answer) => a.scenario.contacts![contact].point!;
  return {
    shape: 'contact',
    label: `point of contact ${contact}`,
    place: (a) => scene.pixel(scene.seen(point(a))),
    value: (a) => [scene.seen(point(a))[0], words(point(a), 'metres')],
    move(a, dx, dy) {
      const { camera, metre } = scene.view;
      return {
        [`contacts.${contact}.point`]: list(
          add(add(point(a), camera.across, dx / metre), camera.up, -dy / metre).map(round),
        ),
      };
    },
  };
}

/** The end of each link turns about its beginning, and what hangs on it turns along. */
function chainHandles(a: Answer, scene: Stage): Handle[] {
  const ends = (b: Answer) => chainPoints(b.scenario.chain!, b.scenario.chain!.angles).map(scene.pixel);
  return a.scenario.chain!.links.slice(0, MOST_HANDLES).map(
    (_, i): Handle => ({
      shape: 'tip',
      label: `angle of link ${i} at the start`,
      place: (b) => ends(b)[i + 1],
      value: (b) => {
        const degrees = (b.scenario.chain!.angles[i] * 180) / Math.PI;
        return [degrees, `${number(degrees)} degrees`];
      },
      move(b, dx, dy) {
        const [o, p] = ends(b).slice(i, i + 2),
          angles = [...b.scenario.chain!.angles];
        const change = Math.atan2(-(p[1] + dy - o[1]), p[0] + dx - o[0]) - Math.atan2(-(p[1] - o[1]), p[0] - o[0]);
        angles[i] = round(angles[i] + change);
        return { 'chain.angles': list(angles) };
      },
    }),
  );
}

/** Without bodies: the velocity at each contact, where the file gives it. */
function spaceHandles(a: Answer, scene: Stage): Handle[] {
  if (!a.scenario.contact_space || !a.result) return [];
  const d = a.scenario.dimension,
    count = a.result.contacts.length,
    k = scene.view.pace / Math.max(1, count / 2);
  const own = (b: Answer, i: number) => b.scenario.contact_space!.v.slice(d * i, d * i + d);
  return spacePlaces(count)
    .slice(0, MOST_HANDLES)
    .map(
      (x, i): Handle => ({
        shape: 'tip',
        label: `velocity at contact ${i} before`,
        place: (b) => {
          const v = flat(own(b, i), own(b, i));
          return [x + k * v[0], FLOOR - k * v[1]];
        },
        value: (b) => [Math.hypot(...own(b, i)), words(own(b, i), 'metres per second')],
        move(b, dx, dy) {
          const v = [...b.scenario.contact_space!.v],
            old = own(b, i),
            slip = Math.hypot(...old.slice(0, d - 1));
          const grown =
            d === 2 ? [old[0] + dx / k] : slip > 0 ? old.slice(0, 2).map((c) => c * (1 + dx / k / slip)) : [dx / k, 0];
          [...grown, old[d - 1] - dy / k].forEach((value, j) => {
            v[d * i + j] = round(value);
          });
          return { 'contact_space.v': list(v) };
        },
      }),
    );
}
