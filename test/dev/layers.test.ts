import { describe, expect, it } from 'vitest';
import { checkLayers } from '../../electron/dev/layers.mjs';

/** What is wrong with a tree, as `file:line reason`. */
function wrong(tree: Record<string, string>): string[] {
  return checkLayers(new Map(Object.entries(tree))).map(({ file, line, reason }) => `${file}:${line} ${reason}`);
}

/** Is this one import allowed? The imported file exists and is empty. */
function allows(file: string, specifier: string, target?: string): boolean {
  const text = `import { x } from '${specifier}';`;
  return wrong({ [file]: text, ...(target ? { [target]: '' } : {}) }).length === 0;
}

describe('the direction of imports', () => {
  it('finds nothing wrong with a house in order', () => {
    const tree = {
      'electron/contract/ids.ts': 'export type Id = string;',
      'electron/domain/meeting.ts': "import type { Id } from '../contract/ids';",
      'electron/disk/intake.ts': "import fs from 'node:fs';\nimport '../domain/meeting';",
      'electron/store/state.ts': "import Store from 'electron-store';\nimport '../domain/meeting';",
      'electron/transport/client.ts': "import { request } from 'undici';\nimport '../domain/meeting';",
      'electron/queue/loop.ts': "import '../store/state';\nimport '../transport/client';\nimport '../disk/intake';",
      'electron/feed/poller.ts': "import '../transport/client';",
      'electron/sandbox/server.ts': "import http from 'node:http';\nimport '../contract/ids';",
      'electron/shell/window.ts': "import { BrowserWindow } from 'electron';\nimport '../queue/loop';",
      'electron/services.ts': "import { app } from 'electron';\nimport './shell/tray';\nimport './sandbox/server';",
      'electron/main.ts': "import { app } from 'electron';\nimport './shell/window';\nvoid import('./services');",
      'electron/preload.ts': "import { ipcRenderer } from 'electron';\nimport type { Id } from './contract/ids';",
      'renderer/main.tsx':
        "import './meetings/list';\nimport './theme.css';\nexport const a = <p>import 'electron'</p>;",
      'renderer/meetings/list.tsx': "import type { Id } from '../../electron/contract/ids';\nimport '../ui/button';",
      'renderer/ui/button.tsx': "import '../i18n/fa';",
      'renderer/i18n/fa.ts': '',
      'renderer/theme.css': '',
      'electron/dev/start.mjs': "import 'anything';",
    };
    expect(wrong(tree)).toEqual([]);
  });

  it.each([
    ['electron/contract/api.ts', '../domain/meeting', 'electron/domain/meeting.ts'],
    ['electron/domain/decide.ts', '../store/state', 'electron/store/state.ts'],
    ['electron/disk/intake.ts', '../store/state', 'electron/store/state.ts'],
    ['electron/store/state.ts', '../transport/client', 'electron/transport/client.ts'],
    ['electron/transport/client.ts', '../disk/intake', 'electron/disk/intake.ts'],
    ['electron/store/state.ts', '../queue/loop', 'electron/queue/loop.ts'],
    ['electron/queue/loop.ts', '../feed/poller', 'electron/feed/poller.ts'],
    ['electron/feed/poller.ts', '../queue/loop', 'electron/queue/loop.ts'],
    ['electron/queue/loop.ts', '../shell/window', 'electron/shell/window.ts'],
    ['electron/shell/window.ts', '../main', 'electron/main.ts'],
    ['electron/shell/window.ts', '../services', 'electron/services.ts'],
    ['electron/services.ts', './main', 'electron/main.ts'],
    ['electron/main.ts', './queue/loop', 'electron/queue/loop.ts'],
    ['electron/shell/window.ts', '../sandbox/server', 'electron/sandbox/server.ts'],
    ['electron/sandbox/server.ts', '../domain/meeting', 'electron/domain/meeting.ts'],
    ['electron/sandbox/server.ts', '../transport/client', 'electron/transport/client.ts'],
    ['electron/preload.ts', './shell/ipc', 'electron/shell/ipc.ts'],
    ['renderer/store.ts', '../electron/domain/meeting', 'electron/domain/meeting.ts'],
    ['electron/shell/window.ts', '../../renderer/store', 'renderer/store.ts'],
    ['renderer/meetings/list.tsx', '../settings/form', 'renderer/settings/form.tsx'],
    ['renderer/ui/button.tsx', '../meetings/list', 'renderer/meetings/list.tsx'],
    ['electron/main.ts', './dev/start.mjs', 'electron/dev/start.mjs'],
    ['electron/queue/loop.ts', '../../test/fakes/clock', 'test/fakes/clock.ts'],
  ])('refuses %s → %s', (file, specifier, target) => {
    expect(allows(file, specifier, target)).toBe(false);
  });

  it('lets only shell, main and preload know Electron', () => {
    const rooms = ['contract', 'domain', 'disk', 'store', 'transport', 'queue', 'feed', 'sandbox'];
    for (const room of rooms) expect(allows(`electron/${room}/a.ts`, 'electron'), room).toBe(false);
    expect(allows('renderer/a.ts', 'electron')).toBe(false);
    expect(allows('electron/shell/a.ts', 'electron/main')).toBe(true);
  });

  it('keeps contract and domain free of packages and Node, and the window and preload free of Node', () => {
    expect(allows('electron/domain/a.ts', 'node:fs')).toBe(false);
    expect(allows('electron/domain/a.ts', 'zod')).toBe(false);
    expect(allows('electron/contract/a.ts', 'uuid')).toBe(false);
    expect(allows('renderer/a.ts', 'node:path')).toBe(false);
    expect(allows('renderer/a.ts', 'path')).toBe(false);
    expect(allows('electron/preload.ts', 'node:path')).toBe(false);
    expect(allows('renderer/a.ts', 'react')).toBe(true);
  });

  it.each([
    "import '../store/state';",
    "import type { A } from '../store/state';",
    "import { type A } from '../store/state';",
    "export * from '../store/state';",
    "export { a } from '../store/state';",
    "const a = () => import('../store/state');",
    'const a = () => import(`../store/state`);',
    "type A = import('../store/state').A;",
    "const a: typeof import('../store/state') | null = null;",
    "const a = require('../store/state');",
    "import a = require('../store/state');",
    "import a from '../store/state.js';",
    "import a from '../store/state.ts';",
  ])('sees %s', (text) => {
    const tree = { 'electron/disk/a.ts': `// a comment\n\n${text}`, 'electron/store/state.ts': '' };
    expect(wrong(tree)).toEqual(['electron/disk/a.ts:3 disk may import only contract, domain, disk; this is store']);
  });

  it('does not take comments and strings for imports', () => {
    const text =
      "// import '../store/state'\n/* import '../store/state' */\nexport const a = \"import '../store/state'\";";
    expect(wrong({ 'electron/disk/a.ts': text, 'electron/store/state.ts': '' })).toEqual([]);
  });

  it('refuses an import whose target is computed', () => {
    expect(wrong({ 'electron/disk/a.ts': 'export const a = (b: string) => import(b);' })).toHaveLength(1);
  });

  it('finds circles, also through types, and each once', () => {
    const tree = {
      'electron/domain/a.ts': "import type { B } from './b';",
      'electron/domain/b.ts': "import './c';",
      'electron/domain/c.ts': "import './a';\nimport './d';",
      'electron/domain/d.ts': '',
    };
    expect(wrong(tree)).toEqual([
      'electron/domain/a.ts:1 files import each other in a circle: ' +
        'electron/domain/a.ts → electron/domain/b.ts → electron/domain/c.ts → electron/domain/a.ts',
    ]);
  });

  it('takes two ways to the same file for no circle', () => {
    const tree = {
      'electron/domain/a.ts': "import './b';\nimport './c';",
      'electron/domain/b.ts': "import './d';",
      'electron/domain/c.ts': "import './d';",
      'electron/domain/d.ts': '',
    };
    expect(wrong(tree)).toEqual([]);
  });

  it.each([
    'electron/disk/utils/size.ts',
    'renderer/helpers/format.ts',
    'electron/queue/manager.ts',
    'electron/domain/index.ts',
    'renderer/ui/index.tsx',
    'electron/dev/start.ts',
    'electron/stray.ts',
    'electron/upload/client.ts',
  ])('refuses the name %s', (file) => {
    expect(wrong({ [file]: '' })).toHaveLength(1);
  });

  it('leaves files that are no source alone', () => {
    expect(wrong({ 'renderer/index.html': '', 'electron/domain/tsconfig.json': '' })).toEqual([]);
  });
});
