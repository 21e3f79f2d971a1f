// @ts-check
// The window runs right to left in Persian and left to right in English: styles name sides by reading direction.
import { fileURLToPath } from 'node:url';
import { root, runEntry } from './paths.mjs';
import { readTree } from './source-tree.mjs';

/** @typedef {{ file: string, line: number, declaration: string, instead: string }} Finding */

// For the rare place that means the screen's own left or right; the reason follows on the same line.
const ALLOWED = 'physical:';
const DECLARATION = /(?<=^|[{;])\s*([a-z-]+)\s*:\s*([^;{}]+)(?=[;}]|$)/gi;
const FOUR_SIDES = /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/;

/**
 * @param {ReadonlyMap<string, string>} files
 * @returns {Finding[]}
 */
export function physicalStyles(files) {
  return [...files].filter(([file]) => file.endsWith('.css')).flatMap(([file, text]) => inFile(file, text));
}

/** @param {string} file @param {string} text @returns {Finding[]} */
function inFile(file, text) {
  const lines = text.split('\n');
  // Blanked, not removed: positions stay those of the file.
  const code = text.replace(/\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'/g, (match) => match.replace(/[^\n]/g, ' '));
  return [...code.matchAll(DECLARATION)].flatMap((match) => {
    const [whole, property = '', value = ''] = match;
    const instead = logicalFor(property.toLowerCase(), value.trim().toLowerCase());
    const start = match.index + whole.length - whole.trimStart().length;
    const line = code.slice(0, start).split('\n').length;
    if (instead === null || lines[line - 1]?.includes(ALLOWED)) return [];
    return [{ file, line, declaration: whole.trim(), instead }];
  });
}

/** @param {string} property @param {string} value @returns {string | null} what to write instead */
function logicalFor(property, value) {
  if (property.startsWith('--')) return null;
  if (property === 'left' || property === 'right') return `inset-inline-${side(property)}`;
  if (/^border-(top|bottom)-(left|right)-radius$/.test(property)) {
    return property.replace('top', 'start').replace('bottom', 'end').replace('left', 'start').replace('right', 'end');
  }
  const sided = /^((?:scroll-)?(?:margin|padding)|border)-(left|right)(-\w+)?$/.exec(property);
  if (sided) return `${sided[1]}-inline-${side(sided[2])}${sided[3] ?? ''}`;
  const keyword = /^(left|right)\b/.exec(value)?.[1];
  if (keyword && property === 'text-align') return `text-align: ${side(keyword)}`;
  if (keyword && (property === 'float' || property === 'clear')) return `${property}: inline-${side(keyword)}`;
  return FOUR_SIDES.test(property) && hasUnequalSides(value) ? `${property} of each side by reading direction` : null;
}

/** @param {string | undefined} name */
function side(name) {
  return name === 'left' ? 'start' : 'end';
}

/** `1px 2px 3px 4px`: its second value is the right side, its fourth the left. @param {string} value */
function hasUnequalSides(value) {
  const parts = value.replace(/!important/, '').match(/[^\s()]+(\([^()]*(\([^()]*\)[^()]*)*\))?/g) ?? [];
  return parts.length === 4 && parts[1] !== parts[3];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runEntry(async () => {
    const findings = physicalStyles(readTree(root, ['renderer']));
    for (const { file, line, declaration, instead } of findings) {
      console.error(`${file}:${line} ${declaration}: it does not turn with the reading direction; write ${instead}`);
    }
    return findings.length === 0 ? 0 : 1;
  });
}
