// What carom's JSON holds, as far as the page reads it.
export type Vector = number[];

export interface Body {
  fixed?: boolean;
  mass?: number;
  inertia?: number | number[] | number[][];
  position?: Vector;
  velocity?: Vector;
  spin?: number | Vector;
  spin_frame?: 'world' | 'body';
  angle?: number;
  orientation?: number[][];
  guide?: Vector;
  shape?: { sphere?: number; radius?: number; box?: Vector; polygon?: Vector[]; points?: Vector[] };
}

export interface Surface {
  e: number;
  mu: number;
  law: string;
  eta2?: number;
  poisson_ratio?: number;
  stiffness?: number;
}

export interface Contact extends Surface {
  name?: string;
  bodies?: [string, string];
  point?: Vector;
  normal?: Vector;
}

export interface Stroke {
  time: number | string;
  ball: string;
  speed: number;
  direction: Vector;
  elevation?: number;
  offset?: Vector;
}

export interface Table {
  size?: Vector;
  cloth: { slide: number; roll: number };
  balls: { e: number };
  rails?: { segments: Vector[][]; surface: Surface };
  pockets?: { at: Vector; radius: number }[];
  strokes?: Stroke[];
}

export interface Scenario {
  title?: string;
  dimension: number;
  bodies?: Record<string, Body>;
  contacts?: Contact[];
  contact_space?: { W: number[][]; v: Vector };
  mechanism?: { velocity: Vector };
  chain?: { base: Vector; links: { length: number }[]; angles: Vector };
  motion?: {
    until: number;
    gravity?: Vector;
    planes?: { point: Vector; normal: Vector; surface: Surface }[];
    cloth?: { ball: string; radius: number; slide: number; roll: number };
    table?: Table;
  };
}

export interface ImpactEvent {
  type: string;
  contact: number;
  impulse: Vector;
}

export interface Result {
  model: string;
  contacts: {
    frame?: number[][];
    mode: string;
    impulse_contact: Vector;
    velocity_before: Vector;
    velocity_after: Vector;
  }[];
  bodies?: Record<string, { velocity: Vector; spin: number | Vector }>;
  energy: { before: number; after: number; change: number; friction: number; restitution: number; spring?: number };
  events: ImpactEvent[];
  warnings: string[];
}

export interface Motion {
  impacts: {
    time: number;
    what: string;
    mode: string;
    velocity_before: Vector;
    cluster?: number;
    cut?: number;
    throw?: number;
  }[];
  phases: { from: number; to: number; state: string; what: string }[];
  energy: { start: number; impacts: number; friction: number; end: number; strokes?: number; pocketed?: number };
  columns: string[];
  rows: number[][];
  /** The samples as text; asked for when it is taken away. */
  csv(): string;
}

/** Directions in which slip does not turn, as `explain` gives them. */
export interface Invariant {
  angle: number;
  type: string;
}

export interface Explanation {
  meaning: string[];
  invariant_directions?: { items: Invariant[] };
}

/** Everything that is shown of one scenario. */
export interface Answer {
  text: string;
  scenario: Scenario;
  model: string;
  sentence: string;
  notes: string[];
  summary: string;
  result: Result | null;
  resultText: string;
  explanation: Explanation | null;
  rows: number[][];
  diagram: number[] | null;
  motion: Motion | null;
}
