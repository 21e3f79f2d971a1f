import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../../electron/shell/texts';
import { ownTexts } from '../source/own-texts';

test('one is one in English: in the tray, and where the app is about to end', () => {
  const texts = textsOf('en');
  expect(texts['tray.needs-you']('1')).toBe('1 needs you');
  expect(texts['tray.needs-you']('2')).toBe('2 need you');
  expect(texts['quit.ask']('1')).toMatch(/^1 recording is still being sent. It goes on /);
  expect(texts['quit.ask']('2')).toMatch(/^2 recordings are still being sent. They go on /);
});

/** Read by support and by whoever mends the app: in one language for all. */
const forSupport = new Set(['shell/report.ts', 'shell/support-text.ts']);

/** What is for nobody to read. */
const others: Readonly<Record<string, readonly string[]>> = {
  // A script, and a section of a file of the desktop's.
  'restart.ts': ['while kill -0 "$1" 2>/dev/null; do sleep 0.2; done; shift; exec "$@"'],
  'start-at-login.ts': ['[Desktop Entry]', 'Desktop Entry]'],
};

describe('outside of the window', () => {
  const root = join(__dirname, '../../electron');
  const files = [
    ...readdirSync(root).filter((file) => file.endsWith('.ts')),
    ...readdirSync(join(root, 'shell')).map((file) => `shell/${file}`),
  ].filter((file) => file !== 'shell/texts.ts' && !forSupport.has(file));

  test.each(files)(
    '%s has no text of its own: dialogs, menus, tray and notifications take theirs from texts.ts',
    (file) => {
      const known = others[file.replace('shell/', '')] ?? [];
      const own = ownTexts(file, readFileSync(join(root, file), 'utf8'));
      expect(own.filter((text) => !known.includes(text))).toEqual([]);
    },
  );

  test.each([
    ["Menu.buildFromTemplate([{ label: 'Quit', click }]);", ['Quit']],
    ["dialog.showMessageBox({ message: texts.ask, buttons: ['Stop', texts.no] });", ['Stop']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source that is looked at
    ['tray.setToolTip(`${count} waiting`);', ['waiting']],
    ["new Notification({ title: texts.title, body: 'Ready' });", ['Ready']],
    ["log.info('the window is up'); throw new Error('no such window');", []],
  ])('a text of its own would be found: %s', (source, found) => {
    expect(ownTexts('a.ts', source)).toEqual(found);
  });

  test('both languages have the same texts, and neither shouts', () => {
    const [en, fa] = [textsOf('en'), textsOf('fa')];
    expect(Object.keys(fa).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of [...Object.entries(en), ...Object.entries(fa)]) {
      const said = typeof text === 'function' ? text('1') : text;
      expect(`${key}: ${said}`).not.toContain('!');
    }
    for (const [key, text] of Object.entries(fa)) {
      const said = typeof text === 'function' ? text('1') : text;
      expect(`${key}: ${said}`).not.toMatch(/[يكىة٠-٩]|(^|\s)(ن?می|ها|های) /);
    }
  });
});
