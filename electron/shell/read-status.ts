import { emptyState } from '../domain/app-state';
import { readArchive } from '../store/archive';
import { readState } from '../store/state-store';
import type { Launch, Overrides } from './launch';
import type { Profile } from './profile';
import { statusJson } from './status-json';
import { isTryOut } from './try-out';

/** What `--status-json` prints: the state as it is on disk, also while the app runs, and without writing or starting anything. */
export async function readStatus(launch: Launch, overrides: Overrides, profile: Profile): Promise<string> {
  const isSandbox = isTryOut(launch, overrides, profile) && readState(profile.sandbox) !== null;
  const directory = isSandbox ? profile.sandbox : profile.account;
  const state = readState(directory) ?? emptyState;
  return statusJson(state, Date.now(), await readArchive(directory, state));
}
