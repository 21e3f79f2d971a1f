import type { Scene } from './scene';
import { crowds } from './scenes/crowds';
import { firstSteps } from './scenes/first-steps';
import { gates } from './scenes/gates';
import { lists } from './scenes/lists';
import { notices } from './scenes/notices';
import { questions } from './scenes/questions';
import { rows } from './scenes/rows';
import { settings } from './scenes/settings';

/** Every start of the app that the gallery makes. */
export const scenes: readonly Scene[] = [
  ...firstSteps,
  ...lists,
  ...rows,
  ...gates,
  ...notices,
  ...crowds,
  ...questions,
  ...settings,
];
