// The same impact in a game engine, beside carom's: planck (Box2D), loaded when it is asked for.
import type { Answer, Vector } from './types';

export interface EngineAnswer {
  velocity: [number, number];
  spin: number;
  energy: number;
}

/** Radius [m] of the ball with which the engine's body touches at the contact point: small beside every scene. */
const TIP = 0.02;
/** s: one step without gravity, in which nothing but the impact happens. */
const STEP = 1e-4;

export async function ask(a: Answer): Promise<EngineAnswer> {
  const planck = await import('planck');
  planck.Settings.velocityThreshold = 0;
  const contact = a.scenario.contacts![0],
    body = a.scenario.bodies![contact.bodies![0]],
    n = contact.normal!,
    p = contact.point!;
  const world = new planck.World({ gravity: { x: 0, y: 0 } });
  const along: Vector = [n[1], -n[0]],
    at = (t: number, d: number) => ({ x: p[0] + t * along[0] + d * n[0], y: p[1] + t * along[1] + d * n[1] });
  const surface = { friction: contact.mu, restitution: contact.e };
  world.createBody().createFixture({ shape: new planck.Edge(at(-10, 0), at(10, 0)), ...surface });
  const centre = { x: body.position![0], y: body.position![1] };
  const moving = world.createBody({
    type: 'dynamic',
    position: centre,
    linearVelocity: { x: body.velocity![0], y: body.velocity![1] },
    angularVelocity: (body.spin as number) ?? 0,
  });
  const tip = at(0, TIP);
  moving.createFixture({
    shape: new planck.Circle({ x: tip.x - centre.x, y: tip.y - centre.y }, TIP),
    density: 1,
    ...surface,
  });
  moving.setMassData({ mass: body.mass!, I: body.inertia as number, center: { x: 0, y: 0 } });
  moving.setLinearVelocity({ x: body.velocity![0], y: body.velocity![1] });
  world.step(STEP, 100, 100);
  const v = moving.getLinearVelocity(),
    w = moving.getAngularVelocity();
  return {
    velocity: [v.x, v.y],
    spin: w,
    energy: 0.5 * body.mass! * (v.x ** 2 + v.y ** 2) + 0.5 * (body.inertia as number) * w ** 2,
  };
}
