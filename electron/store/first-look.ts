// What a start needs to know of a stored state before its window. Without the schemas: loading them takes longer than reading what
// they check.

import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LanguageSetting } from '../contract/settings';
import { isFields } from './fields';
import { unseal } from './generation-format';
import { GENERATIONS } from './generation-names';

interface Sound {
  readonly revision: number;
  readonly state: unknown;
}

/** The language that is set in the newest sound generation of a store's folder; null if there is none. Never throws. */
export function storedLanguage(folder: string): LanguageSetting | null {
  const sound = GENERATIONS.flatMap((name) => soundIn(path.join(folder, name)));
  const [newest] = sound.sort((one, other) => other.revision - one.revision);
  const settings = isFields(newest?.state) ? newest.state.settings : null;
  const language = isFields(settings) ? settings.language : null;
  return language === 'fa' || language === 'en' || language === 'system' ? language : null;
}

function soundIn(file: string): readonly Sound[] {
  try {
    // A pipe in its place would hold the start for ever.
    if (!lstatSync(file).isFile()) return [];
    const reading = unseal(readFileSync(file, 'utf8'));
    if (reading.kind === 'valid') return [reading.generation];
    return reading.kind === 'newer' ? [reading] : [];
  } catch {
    return [];
  }
}
