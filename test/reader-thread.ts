// Tests run from the sources, but a thread of Node takes no TypeScript: its script is built once for a run, as the app's is.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the built script. */
    readonly readerThread: string;
  }
}

const root = path.resolve(import.meta.dirname, '..');

/** Called by vitest before the first test; what it returns, after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lobbe-reader-thread-'));
  await build({
    root,
    configFile: path.join(root, 'vite.node.config.ts'),
    mode: 'reader-thread',
    logLevel: 'error',
    build: { outDir: folder, sourcemap: false },
  });
  project.provide('readerThread', pathToFileURL(path.join(folder, 'reader-thread.js')).href);
  return () => rm(folder, { recursive: true, force: true });
}
