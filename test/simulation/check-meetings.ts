// Promise 1: one recording, one meeting; charged once; with the bytes it was queued with; under a key that was on disk before.

import type { Meeting } from '../../electron/sandbox/model';
import type { RecordChecks } from './check-records';
import type { History } from './history';
import type { Sent, SimulatedLobbe } from './lobbe';
import type { Attempt } from './network';

interface Made {
  readonly id: string;
  readonly path: string;
  readonly version: number;
}

export class MeetingChecks {
  readonly #history: History;
  readonly #records: RecordChecks;
  readonly #lobbe: SimulatedLobbe;
  readonly #made: Made[] = [];
  readonly #contentOf = new Map<string, number>();

  constructor(history: History, records: RecordChecks, lobbe: SimulatedLobbe) {
    this.#history = history;
    this.#records = records;
    this.#lobbe = lobbe;
  }

  get count(): number {
    return this.#made.length;
  }

  /** L15: before its first byte goes out, the key and that it is being sent are on disk. */
  sends(attempt: Attempt): void {
    const record = this.#history.onDisk?.meetings.find(({ key }) => key === attempt.key);
    if (!record) this.#history.broken('the key is on disk before the first byte', `attempt ${attempt.number}`);
    else if (record.state.stage !== 'uploading') {
      this.#history.broken(
        'a send is on disk before the first byte',
        `attempt ${attempt.number}: ${record.state.stage}`,
      );
    }
  }

  /** L8: whatever arrived whole under a key is one and the same content. */
  arrived(key: string, content: readonly number[]): number {
    const [version = -1, ...others] = new Set(content);
    if (others.length > 0) this.#history.broken('bytes equal', `parts of ${others.length + 1} contents under one key`);
    const known = this.#contentOf.get(key);
    if (known !== undefined && known !== version) {
      this.#history.broken('every key with one content only', `${key} came with ${known} and with ${version}`);
    }
    this.#contentOf.set(key, version);
    return version;
  }

  stored(meeting: Meeting, sent: Sent): void {
    const history = this.#history;
    const key = meeting.key ?? '';
    const version = this.arrived(key, sent.content);
    const id = history.ownerOf.get(key);
    if (id === undefined) {
      history.broken('the key is on disk before the first byte', `${meeting.id} was made with an unknown key`);
      return;
    }
    const path = history.recordOf(id)?.path ?? this.#made.find((made) => made.id === id)?.path ?? sent.name;
    const grants = this.#grants(id);
    const own = this.#made.filter((made) => made.id === id).length;
    if (own > grants) history.broken('one recording, one meeting', `${sent.name}: meeting ${own + 1} of one record`);
    for (const twin of this.#made) {
      if (twin.id === id || twin.version !== version) continue;
      if (grants > 0 || this.#grants(twin.id) > 0 || this.#madeByUser(id) || this.#madeByUser(twin.id)) continue;
      // It was not in the list, or was deleted at Lobbe: adding the file again asked for another meeting.
      if (!this.#records.twinsWhenReady.get(id)?.has(twin.id)) continue;
      history.broken('one recording, one meeting', `${sent.name}: a second meeting of the same content, unasked`);
    }
    this.#made.push({ id, path, version });
  }

  /** How often the user asked for another meeting of this record. */
  #grants(id: string): number {
    return this.#history.asked('upload-again', id) + this.#history.asked('upload-new-version', id);
  }

  #madeByUser(id: string): boolean {
    const asks = ['upload-again', 'send again'];
    return this.#history.acts.some((act) => asks.includes(act.kind) && act.made.includes(id));
  }

  /** L6: a meeting is charged once. */
  end(): void {
    const charged = new Map<string, number>();
    for (const charge of this.#lobbe.account.state.charges) charged.set(charge.id, (charged.get(charge.id) ?? 0) + 1);
    for (const [id, times] of charged) if (times > 1) this.#history.broken('charged once', `${id}: ${times} times`);
  }
}
