import fs from 'node:fs';
import path from 'node:path';
import { readState } from '../store/state-store';
import { CREDENTIALS } from '../store/vault';

/** Where one installation keeps its things. The sandbox has a queue of its own, so that no try-out is ever sent to Lobbe. */
export interface Profile {
  readonly root: string;
  readonly account: string;
  readonly sandbox: string;
}

export function profileOf(root: string): Profile {
  return { root, account: path.join(root, 'account'), sandbox: path.join(root, 'sandbox') };
}

/** Whether a folder of a profile has an account's things: a token, or meetings. */
export function isInUse(folder: string): boolean {
  if (fs.existsSync(path.join(folder, CREDENTIALS))) return true;
  return (readState(folder)?.meetings.length ?? 0) > 0;
}
