// Three stories to start with: a short text beside a live scene, with buttons that do what the text says.
export interface Button {
  words: string;
  changes?: Record<string, string>;
  open?: 'engine' | 'play';
  /** Another scene of the same story. */
  scene?: string;
}

export interface Step {
  words: string;
  buttons?: Button[];
}

export interface Story {
  id: string;
  title: string;
  scene: string;
  view?: string;
  steps: Step[];
}

export const STORIES: Story[] = [
  {
    id: 'rod',
    title: 'The rod that gains energy',
    scene: 'falling-rod-2-newton-elastic',
    view: 'process',
    steps: [
      {
        words:
          'A rod falls on a rough floor. Its tip slips, stops and sticks. Newton’s law says: the tip leaves as fast as it came, e = 1. That sounds harmless.',
      },
      {
        words:
          'But look at the bar: the rod has more energy than before. Friction turned part of the motion round, and Newton’s law never asks where the energy comes from. In the diagram the path ends outside the ellipse, where no impact can end.',
      },
      {
        words: 'Stronge’s law counts energy instead: what the contact gives back is e² of what it stored.',
        buttons: [
          { words: 'Use Stronge’s law', changes: { 'contacts.0.law': 'stronge' } },
          { words: 'Back to Newton’s', changes: { 'contacts.0.law': 'newton' } },
        ],
      },
      {
        words: 'Game engines use Newton’s law. Ask one for the same rod.',
        buttons: [{ words: 'Ask the engine', open: 'engine' }],
      },
    ],
  },
  {
    id: 'superball',
    title: 'The superball',
    scene: 'superball-bounce',
    view: 'springs',
    steps: [
      {
        words:
          'Throw a superball forwards with backspin: it bounces back towards you, spinning the other way. Friction alone could stop the slip at best. Something must have turned it round.',
      },
      {
        words:
          'The contact gives sideways, like a spring. It catches the slip, winds up, and swings back before the ball leaves: look at the tangential spring in the middle panel.',
      },
      {
        words: 'With little friction the spring cannot hold on; a rubber ball grips.',
        buttons: [
          { words: 'Make it slippery', changes: { 'contacts.0.mu': '0.1' } },
          { words: 'Make it grip', changes: { 'contacts.0.mu': '0.8' } },
        ],
      },
      {
        words:
          'Drag the diamond on the ball: the spin before. The scrubber walks through the impact, a millisecond in the world.',
        buttons: [{ words: 'Walk through it', open: 'play' }],
      },
    ],
  },
  {
    id: 'masse',
    title: 'The massé shot',
    scene: 'motion/masse-shot',
    view: 'strobe',
    steps: [
      {
        words:
          'A steep cue strikes a billiard ball from above, off its middle. The ball is squeezed between cue and cloth: two contacts at once, each slipping and sticking while the other presses.',
      },
      {
        words:
          'It leaves with spin that does not fit its way, hops, slides in a slight curve, and rolls on straight. Choose “impulses” above the picture to see both contacts at once.',
        buttons: [{ words: 'Play it', open: 'play' }],
      },
      {
        words: 'On a slippery cloth it slides farther, on a rough one it soon rolls.',
        buttons: [
          { words: 'Slippery cloth', changes: { 'motion.cloth.slide': '0.07' } },
          { words: 'Rough cloth', changes: { 'motion.cloth.slide': '0.3' } },
        ],
      },
      {
        words:
          'With the velocities that were measured on a real table after such a shot, the way bends far more: the model knows the cue’s tip and the cloth by two numbers each.',
        buttons: [
          { words: 'The measured shot', scene: 'motion/masse-shot-measured' },
          { words: 'Back to the cue', scene: 'motion/masse-shot' },
        ],
      },
    ],
  },
];
