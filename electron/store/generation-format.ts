// One generation as text. The envelope is the same in every schema version, so that a version that is newer than ours can be told
// from damage:
//
//   {"schemaVersion":1,"revision":7,"appVersion":"0.1.0","checksum":"<64 hex>","state":{…}}
//
// The checksum covers the bytes of the three fields before it and of the state. Bytes as they were written, not as parsed again:
// no flipped bit passes, and nothing has to be serialised twice.

import { createHash } from 'node:crypto';
import { SCHEMA_VERSION } from './migrations';

export interface Generation {
  readonly schemaVersion: number;
  readonly revision: number;
  readonly appVersion: string;
  readonly checksum: string;
  /** As parsed: not checked against a schema yet. */
  readonly state: unknown;
}

/** What a file turned out to be. */
export type Reading =
  | { readonly kind: 'valid'; readonly generation: Generation }
  /** Of a later schema version: not ours to judge or touch. `state` is as parsed, undefined if it cannot be. */
  | { readonly kind: 'newer'; readonly revision: number; readonly state: unknown }
  /** `revision` as it is told by a sound-looking head; null where there is none. Not to be trusted further than that. */
  | {
      readonly kind: 'damaged';
      readonly revision: number | null;
      /** Whether the bytes are sound but for the number of their revision, which should be this one. */
      readonly isRevision: (revision: number) => boolean;
    };

const HEAD =
  /^\{"schemaVersion":(\d{1,9}),"revision":(\d{1,15}),"appVersion":("(?:[^"\\]|\\.)*"),"checksum":"([0-9a-f]{64})","state":/;

/** The schema versions that we can read. */
const OURS = Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1);

function checksumOf(schemaVersion: number, revision: number, appVersion: string, state: string | Buffer): string {
  return createHash('sha256').update(`${schemaVersion}\n${revision}\n${appVersion}\n`).update(state).digest('hex');
}

/**
 * Makes a generation. `state` is the state as JSON in UTF-8, in pieces. Returns the content of the file, put together in one go (each
 * copy of a large state costs as much as its checksum), and its checksum.
 */
export function seal(
  state: readonly Buffer[],
  revision: number,
  appVersion: string,
  schemaVersion = SCHEMA_VERSION,
): { readonly bytes: Buffer; readonly checksum: string } {
  const version = JSON.stringify(appVersion);
  const head = `{"schemaVersion":${schemaVersion},"revision":${revision},"appVersion":${version},"checksum":"`;
  const start = Buffer.from(`${head}${'-'.repeat(64)}","state":`);
  const bytes = Buffer.concat([start, ...state, END]);
  const checksum = checksumOf(schemaVersion, revision, version, bytes.subarray(start.length, -END.length));
  bytes.write(checksum, Buffer.byteLength(head));
  return { bytes, checksum };
}

const END = Buffer.from('}');

/** Reads what `seal` made, or finds out what became of it. Never throws. */
export function unseal(text: string): Reading {
  const head = HEAD.exec(text);
  if (!head) return headless(text);
  const [all, versionDigits = '', revisionDigits = '', appVersion = '', checksum = ''] = head;
  const schemaVersion = Number(versionDigits);
  const revision = Number(revisionDigits);
  const state = text.slice(all.length, -1);
  const holds = (version: number, asRevision: number) =>
    text.endsWith('}') && checksumOf(version, asRevision, appVersion, state) === checksum;
  // A flipped bit can make a later version of ours (1 → 3 is one bit). The checksum knows which it was.
  if (schemaVersion > SCHEMA_VERSION && !OURS.some((version) => holds(version, revision))) {
    return { kind: 'newer', revision, state: parsed(state) };
  }
  if (OURS.includes(schemaVersion) && holds(schemaVersion, revision)) {
    const value = parsed(state);
    if (value !== undefined) {
      const version = String(parsed(appVersion) ?? '');
      return { kind: 'valid', generation: { schemaVersion, revision, appVersion: version, checksum, state: value } };
    }
  }
  return { kind: 'damaged', revision, isRevision: (other) => OURS.some((version) => holds(version, other)) };
}

/** Without our head it is damaged, unless it says for itself that it is of a later version with a head of its own. */
function headless(text: string): Reading {
  const value = parsed(text);
  if (typeof value === 'object' && value !== null && 'schemaVersion' in value) {
    const { schemaVersion } = value;
    if (typeof schemaVersion === 'number' && schemaVersion > SCHEMA_VERSION) {
      const revision = 'revision' in value && typeof value.revision === 'number' ? value.revision : 0;
      return { kind: 'newer', revision, state: 'state' in value ? value.state : undefined };
    }
  }
  return { kind: 'damaged', revision: null, isRevision: () => false };
}

/** undefined, which no JSON means, if it is none. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
