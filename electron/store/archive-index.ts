// What is known of the archive without opening its files: enough to list, to search and to find. The records themselves, with
// their timelines, stay on disk: ten thousand of them would be thirty megabytes for nothing.

import type { MeetingId, RecordingId } from '../contract/ids';
import type { MeetingView } from '../contract/snapshot';
import { archivedView } from '../domain/archived-view';
import type { Month, Recall } from '../domain/archiving';
import type { MeetingRecord } from '../domain/meeting';
import { mayBeOneContent } from '../domain/same-content';

/** One meeting of the archive. A record that is archived anew gets a new entry. */
export interface Entry {
  readonly view: MeetingView;
  readonly month: Month;
  /** Of the file; null where none was looked at. */
  readonly ends: string | null;
}

/** What came into the list of the archive, and what left it. */
export interface ArchiveChange {
  readonly added: readonly MeetingView[];
  readonly removed: readonly MeetingId[];
}

export interface ArchiveIndex {
  put(month: Month, record: MeetingRecord): Entry;
  remove(id: MeetingId): boolean;
  get(id: MeetingId): Entry | undefined;
  matching(recall: Recall): readonly Entry[];
  entries(): IterableIterator<Entry>;
}

/** An empty index. */
export function createArchiveIndex(): ArchiveIndex {
  const byId = new Map<MeetingId, Entry>();
  const byRecording = new Map<RecordingId, Set<MeetingId>>();
  const bySize = new Map<number, Set<MeetingId>>();

  function remove(id: MeetingId): boolean {
    const entry = byId.get(id);
    if (!entry) return false;
    byId.delete(id);
    if (entry.view.size !== null) take(bySize, entry.view.size, id);
    if (entry.view.recordingId !== null) take(byRecording, entry.view.recordingId, id);
    return true;
  }

  return {
    put(month, record) {
      remove(record.id);
      const entry = { view: archivedView(record), month, ends: record.file?.ends ?? null };
      byId.set(record.id, entry);
      if (record.file !== null) add(bySize, record.file.size, record.id);
      if (record.recordingId !== null) add(byRecording, record.recordingId, record.id);
      return entry;
    },
    remove,
    get: (id) => byId.get(id),
    matching({ ids = [], recordingIds = [], contents = [] }) {
      const wanted = new Set<MeetingId>(ids);
      for (const recordingId of recordingIds) for (const id of byRecording.get(recordingId) ?? []) wanted.add(id);
      for (const content of contents) {
        for (const id of bySize.get(content.size) ?? []) {
          const ends = byId.get(id)?.ends ?? null;
          if (mayBeOneContent(content, { size: content.size, ends })) wanted.add(id);
        }
      }
      return [...wanted].flatMap((id) => byId.get(id) ?? []);
    },
    entries: () => byId.values(),
  };
}

function add<Key>(map: Map<Key, Set<MeetingId>>, key: Key, id: MeetingId): void {
  const known = map.get(key);
  if (known) known.add(id);
  else map.set(key, new Set([id]));
}

function take<Key>(map: Map<Key, Set<MeetingId>>, key: Key, id: MeetingId): void {
  const known = map.get(key);
  known?.delete(id);
  if (known?.size === 0) map.delete(key);
}
