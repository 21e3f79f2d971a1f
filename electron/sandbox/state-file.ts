// The sandbox's memory between runs. A change is written to a temporary file, which then takes the place of the old one: whoever
// is killed in between leaves one of the two whole. No fsync: only the process dies here, never the machine's page cache.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type AccountState, newAccountState } from './model';

const VERSION = 1;

/** How reading the file went. A damaged one was moved aside to `<file>.damaged`, and the sandbox starts empty. */
export type Loaded = 'fresh' | 'restored' | 'damaged';

/** Reads every account, by name. Never throws for what is in the file. */
export function loadState(path: string): { loaded: Loaded; accounts: Record<string, AccountState> } {
  rmSync(temporary(path), { force: true });
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { loaded: 'fresh', accounts: {} };
    throw error;
  }
  const accounts = parse(text);
  if (accounts !== null) return { loaded: 'restored', accounts };
  renameSync(path, `${path}.damaged`);
  return { loaded: 'damaged', accounts: {} };
}

/** Writes every account. It is the new state, for this and every later process, when this returns. */
export function saveState(path: string, accounts: Record<string, AccountState>): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporary(path), JSON.stringify({ version: VERSION, accounts }), { mode: 0o600 });
  renameSync(temporary(path), path);
}

function temporary(path: string): string {
  return `${path}.tmp`;
}

function parse(text: string): Record<string, AccountState> | null {
  try {
    const file = JSON.parse(text) as { version?: unknown; accounts?: unknown } | null;
    if (file?.version !== VERSION || !isRecord(file.accounts)) return null;
    const accounts: Record<string, AccountState> = {};
    for (const [name, state] of Object.entries(file.accounts)) {
      if (!isRecord(state) || !Array.isArray(state.meetings) || !Array.isArray(state.events)) return null;
      // Fields that a later version added start with their defaults.
      accounts[name] = { ...newAccountState(0, ''), ...state };
    }
    return accounts;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
