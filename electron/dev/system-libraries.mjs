// @ts-check
// The Debian packages that Electron needs on Linux.
import fs from 'node:fs';
import { withLock } from './lock.mjs';
import { SetUpError, say } from './paths.mjs';
import { run } from './run.mjs';

const FOR_ELECTRON = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2'];
const FOR_DISPLAY = ['xvfb', 'xauth'];
// A session bus, a keyring and what notifications go through, so that e2e tests see the token really encrypted, and what is told.
const FOR_TESTS = ['dbus', 'gnome-keyring', 'libnotify4', 'libsecret-1-0', 'python3-dbus', 'python3-gi'];

/**
 * @param {string} executable Electron's
 * @param {{ display: boolean }} wanted display: a virtual one will be started
 */
export async function ensureSystemLibraries(executable, wanted) {
  if (process.platform !== 'linux') return;
  const missing = await missingLibraries(executable);
  const noDisplay = wanted.display && !isOnPath('Xvfb');
  if (missing.length === 0 && !noDisplay) return;
  const what = [...missing, ...(noDisplay ? ['Xvfb'] : [])].join(', ');
  const packages = [...(missing.length > 0 ? FOR_ELECTRON : []), ...(noDisplay ? FOR_DISPLAY : [])];
  if (!isOnPath('apt-get')) {
    throw new SetUpError(`Electron needs ${what}: install them with this system's package manager, then try again.`);
  }
  if (process.getuid?.() !== 0) {
    const names = await realNames(packages);
    throw new SetUpError(
      `Electron needs ${what}. Run this once, then try again:\nsudo apt-get update && sudo apt-get install -y ${names.join(' ')}`,
    );
  }
  say(`system libraries: installing ${packages.join(', ')} (${what} missing)`);
  const problem = await install(packages);
  if (problem) throw new SetUpError(`apt-get could not install ${packages.join(' ')}: ${problem}`);
  const still = await missingLibraries(executable);
  if (still.length > 0) throw new SetUpError(`Electron still needs ${still.join(', ')}: install them, then try again.`);
}

/** What only some e2e tests want: they are skipped without it, so its absence stops nothing. */
export async function ensureTestPackages() {
  if (process.platform !== 'linux' || !isOnPath('dpkg-query')) return;
  const missing = [];
  for (const name of FOR_TESTS) if (!(await isInstalled(name))) missing.push(name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    say(`tests of keyring, tray and notifications want: sudo apt-get install -y ${missing.join(' ')}`);
    return;
  }
  say(`system libraries: installing ${missing.join(', ')} for the tests`);
  const problem = await install(missing);
  if (problem) say(`system libraries: not installed, tests of keyring, tray and notifications will fail (${problem})`);
}

/** @param {string} executable @returns {Promise<string[]>} */
async function missingLibraries(executable) {
  const { output } = await run('ldd', [executable], { quiet: true });
  return [...output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => String(match[1]));
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<string | null>} what went wrong
 */
function install(packages) {
  return withLock('system-libraries', () => installNow(packages));
}

/** @param {readonly string[]} packages @returns {Promise<string | null>} */
async function installNow(packages) {
  if ((await aptInstall(packages)).code === 0) return null;
  // The lists may be missing (fresh containers) or too old: fetch them, once.
  await apt(['update']);
  const { code, output } = await aptInstall(packages);
  if (code === 0) return null;
  return output.split('\n').find((line) => line.startsWith('E:')) ?? `exit code ${code}`;
}

/** @param {readonly string[]} packages */
async function aptInstall(packages) {
  return apt(['install', '-y', '--no-install-recommends', ...(await realNames(packages))]);
}

/** @param {readonly string[]} args */
function apt(args) {
  // Fresh machines often run their own apt at boot: wait for it instead of failing.
  return run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=180', ...args], {
    quiet: true,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * Newer Debian and Ubuntu renamed some libraries when time became 64 bits wide.
 * @param {readonly string[]} packages
 */
function realNames(packages) {
  return Promise.all(
    packages.map(async (name) => {
      if (name !== 'libasound2' && name !== 'libgtk-3-0') return name;
      const { code } = await run('apt-cache', ['show', '--quiet', `${name}t64`], { quiet: true });
      return code === 0 ? `${name}t64` : name;
    }),
  );
}

/** @param {string} name */
async function isInstalled(name) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own syntax
  const { output } = await run('dpkg-query', ['-W', '-f=${db:Status-Status}', name], { quiet: true });
  return output === 'installed';
}

/** @param {string} command */
function isOnPath(command) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin'];
  return folders.some((folder) => fs.existsSync(`${folder}/${command}`));
}
