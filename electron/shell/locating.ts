// "Show us where it is": asks for the file of a recording that waits for it, and says why it is not that.

import type { Toast } from '../contract/snapshot';
import type { MeetingRecord } from '../domain/meeting';
import type { Locate } from '../queue/locating';
import { fileAt } from './questions';

export interface LocatingServices {
  /** Opens a picker for the file of this name; null if none was picked. */
  pickRecording(name: string): Promise<string | null>;
  readonly locate: Locate;
  toast(toast: Toast): void;
}

/** Resolves when the picked file was taken, or its user was told why not. */
export async function askWhere(
  { id, name }: Pick<MeetingRecord, 'id' | 'name'>,
  { pickRecording, locate, toast }: LocatingServices,
): Promise<void> {
  const picked = await pickRecording(name);
  if (picked === null) return;
  const file = fileAt(picked);
  try {
    const located = await locate(id, file.path, file.name);
    if (located === 'taken' || located === 'unwanted') return;
    toast({ kind: 'not-located', name: file.name, why: located });
  } catch {
    toast({ kind: 'not-saved' });
  }
}
