import fs from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { readState } from '../store/state-store';
import { CREDENTIALS } from '../store/vault';
import type { Launch, Overrides } from './launch';
import type { Profile } from './profile';

/**
 * Whether this start is a try-out: asked for, or unpackaged with nothing that says there is an account: no address, no token, and
 * nothing kept of an earlier run.
 */
export function isTryOut(launch: Launch, overrides: Overrides, profile: Profile): boolean {
  if (launch.sandbox !== null) return launch.sandbox;
  if (app.isPackaged || overrides.apiBase !== null || overrides.token !== null) return false;
  return !isInUse(profile.account);
}

/** Whether a folder of a profile has an account's things: a token, or meetings. */
function isInUse(folder: string): boolean {
  if (fs.existsSync(path.join(folder, CREDENTIALS))) return true;
  return (readState(folder)?.meetings.length ?? 0) > 0;
}
