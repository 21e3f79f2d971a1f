// @ts-check
// Imports go one way: contract ← domain ← {disk, store, transport} ← {queue, feed} ← shell ← services ← main. `npm run layers`.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCycles } from './cycles.mjs';
import { importsOf } from './imports.mjs';
import { root, runEntry } from './paths.mjs';
import { readTree } from './source-tree.mjs';

/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {{ file: string, line: number, imports: string, reason: string }} Violation */
/** @typedef {{ from: string, to: string, import: Import }} Edge */

const MIDDLE = ['contract', 'domain', 'disk', 'store', 'transport'];

/** @type {Readonly<Record<string, readonly string[]>>} what a room may import */
const ROOMS = {
  contract: ['contract'],
  domain: ['contract', 'domain'],
  disk: ['contract', 'domain', 'disk'],
  store: ['contract', 'domain', 'store'],
  transport: ['contract', 'domain', 'transport'],
  queue: [...MIDDLE, 'queue'],
  feed: [...MIDDLE, 'feed'],
  shell: [...MIDDLE, 'queue', 'feed', 'shell'],
  // Written from the rules of the service, not from our client: it must not share our misunderstandings.
  sandbox: ['contract', 'sandbox'],
  services: [...MIDDLE, 'queue', 'feed', 'shell', 'sandbox'],
  main: [...MIDDLE, 'shell', 'services'],
  preload: ['contract'],
  renderer: ['contract', 'renderer'],
};
const PURE = ['contract', 'domain'];
const USES_ELECTRON = ['shell', 'services', 'main', 'preload'];
const SCREENS = ['meetings', 'details', 'settings', 'welcome'];
const SHARED_BY_SCREENS = ['ui', 'i18n'];
const NAMES_WITHOUT_MEANING = /^(utils?|helpers?|managers?)$/i;

/**
 * @param {ReadonlyMap<string, string>} files path from the root (with `/`) → text
 * @returns {Violation[]}
 */
export function checkLayers(files) {
  const violations = [...files.keys()].flatMap(checkName);
  /** @type {Edge[]} */
  const edges = [];
  for (const [file, text] of files) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const found of importsOf(file, text)) {
      const to = resolve(file, found.specifier, files);
      const reason = to === null ? whyNotPackage(file, found) : whyNotFile(file, to);
      if (reason) violations.push({ file, line: found.line, imports: found.specifier, reason });
      if (to !== null && files.has(to)) edges.push({ from: file, to, import: found });
    }
  }
  for (const cycle of findCycles(edges)) {
    const first = /** @type {Edge} */ (cycle[0]);
    const way = [...cycle.map((edge) => edge.from), first.from].join(' → ');
    violations.push({
      file: first.from,
      line: first.import.line,
      imports: first.import.specifier,
      reason: `files import each other in a circle: ${way}`,
    });
  }
  return violations;
}

/** @param {string} file @returns {Violation[]} */
function checkName(file) {
  /** @param {string} reason @returns {Violation[]} */
  const wrong = (reason) => [{ file, line: 1, imports: '(its name)', reason }];
  const parts = file.split('/');
  const base = /** @type {string} */ (parts.at(-1));
  const names = [...parts.slice(0, -1), base.replace(/\..*$/, '')];
  const vague = names.find((name) => NAMES_WITHOUT_MEANING.test(name));
  if (vague) return wrong(`“${vague}” says nothing: name it after what it does`);
  if (/^index\.[cm]?[jt]sx?$/.test(base)) return wrong('no index files: import from the file that has it');
  if (file.startsWith('electron/dev/')) {
    return base.endsWith('.mjs') ? [] : wrong('dev is only .mjs: it runs before anything is installed');
  }
  if (/\.[cm]?[jt]sx?$/.test(base) && roomOf(file) === null) return wrong('it belongs to no room of the house');
  return [];
}

/** @param {string} file @param {string} to @returns {string | null} */
function whyNotFile(file, to) {
  const room = roomOf(file);
  const target = roomOf(to);
  if (room === null) return null; // told by its name
  if (target === null) {
    if (to.startsWith('electron/dev/')) return 'dev is only for developers, not part of the app';
    if (to.startsWith('test/')) return 'the app never imports from its tests';
    return null; // assets, package.json, styles
  }
  if (!ROOMS[room]?.includes(target)) return `${room} may import only ${ROOMS[room]?.join(', ')}; this is ${target}`;
  return room === 'renderer' ? whyNotScreen(file, to) : null;
}

/** @param {string} file @param {string} to @returns {string | null} */
function whyNotScreen(file, to) {
  if (!to.startsWith('renderer/')) return null;
  const [from, target] = [file.split('/')[1] ?? '', to.split('/')[1] ?? ''];
  if (!SCREENS.includes(target) || from === target) return null;
  if (SCREENS.includes(from)) return `screens never import each other: ${from} → ${target}`;
  if (SHARED_BY_SCREENS.includes(from)) return `${from} is shared by screens and knows none of them`;
  return null;
}

/** @param {string} file @param {Import} found @returns {string | null} */
function whyNotPackage(file, { specifier, computed }) {
  const room = roomOf(file);
  if (room === null) return null;
  if (computed) return 'an import whose target is computed cannot be checked';
  const isElectron = specifier === 'electron' || specifier.startsWith('electron/');
  if (isElectron)
    return USES_ELECTRON.includes(room) ? null : 'only shell, services.ts, main.ts and preload.ts know Electron';
  if (PURE.includes(room)) return `${room} is pure: no packages and no Node`;
  if (room === 'preload') return 'a sandboxed preload can load nothing but electron';
  if (room === 'renderer' && isNodeModule(specifier)) return 'the window has no Node';
  return null;
}

/** @param {string} specifier */
function isNodeModule(specifier) {
  return (
    specifier.startsWith('node:') ||
    /^(fs|path|os|crypto|child_process|http|https|net|stream|url)(\/|$)/.test(specifier)
  );
}

/** @param {string} file @returns {string | null} */
function roomOf(file) {
  if (file.startsWith('renderer/')) return 'renderer';
  if (file === 'electron/main.ts') return 'main';
  if (file === 'electron/services.ts') return 'services';
  if (file === 'electron/preload.ts') return 'preload';
  const [top, room, ...rest] = file.split('/');
  return top === 'electron' && rest.length > 0 && room !== undefined && room in ROOMS ? room : null;
}

/**
 * @param {string} file
 * @param {string} specifier
 * @param {ReadonlyMap<string, string>} files
 * @returns {string | null} null for a package
 */
function resolve(file, specifier, files) {
  if (!specifier.startsWith('.')) return null;
  const target = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''));
  const bare = target.replace(/\.jsx?$/, '');
  const candidates = [target, `${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`, `${bare}/index.tsx`];
  return candidates.find((candidate) => files.has(candidate)) ?? target;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runEntry(async () => {
    const files = readTree(root, ['electron', 'renderer']);
    const violations = checkLayers(files);
    for (const { file, line, imports, reason } of violations) {
      console.error(`${file}:${line} imports ${imports}: ${reason}`);
    }
    if (violations.length === 0) console.error(`layers: ${files.size} files, every import goes the right way`);
    return violations.length === 0 ? 0 : 1;
  });
}
