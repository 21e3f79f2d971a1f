// Runs in a process of its own, until it is killed: commits without end, and says each revision that was acknowledged.

import { writeSync } from 'node:fs';
import { emptyState } from '../../electron/domain/app-state';
import { electronStoreDisk } from '../../electron/store/disk';
import { openStateStore } from '../../electron/store/state-store';
import { meeting } from './records';

const [directory = ''] = process.argv.slice(2);
const disk = await electronStoreDisk();
const store = await openStateStore({ directory, initial: emptyState, appVersion: '0.1.0', disk });
for (;;) {
  // The newest meeting has the number of the revision it came with: what is read later can be checked to be one state.
  const number = store.revision() + 1;
  await store.commit((state) => ({ ...state, meetings: [...state.meetings.slice(-25), meeting(number)] }));
  writeSync(1, `${store.revision()}\n`);
}
