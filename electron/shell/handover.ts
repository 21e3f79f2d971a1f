// Files that come in while the app is still starting wait here for it: whoever handed them over has been told that all is well.

type Sink = (files: readonly string[], toFront: boolean) => void;

export interface Handover {
  /** `toFront`: the window should come to the front as well. */
  add(files: readonly string[], toFront: boolean): void;
  /** From now on `sink` takes what comes, beginning with what has come. */
  to(sink: Sink): void;
}

export function createHandover(): Handover {
  let waiting: { files: readonly string[]; toFront: boolean }[] = [];
  let sink: Sink | null = null;
  return {
    add(files, toFront) {
      if (files.length === 0 && !toFront) return;
      if (sink) sink(files, toFront);
      else waiting.push({ files, toFront });
    },
    to(next) {
      sink = next;
      const early = waiting;
      waiting = [];
      for (const { files, toFront } of early) next(files, toFront);
    },
  };
}
