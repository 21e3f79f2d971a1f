// What the window holds: the snapshot that main sent, the progress in between, passing messages, and what is only the window's
// own (which row is chosen, what is searched for). It decides nothing about meetings.

import { create } from 'zustand';
import type { TokenCheck } from '../electron/contract/api';
import type { MeetingId } from '../electron/contract/ids';
import type {
  ArchivedMeetings,
  ArchiveNews,
  MeetingView,
  Progress,
  Snapshot,
  Toast,
} from '../electron/contract/snapshot';
import { mergeMeetings, noArchive, type WindowArchive, withList, withNews } from './archive';
import { keepSame } from './keep-same';
import { isWelcoming } from './welcoming';

export type Screen = 'meetings' | 'settings';

/** The window's own messages: a command could not be carried out; what came of a token, as its dialog is closed by then. */
export type OwnToast = { readonly kind: 'failed' } | { readonly kind: 'token-stored'; readonly check: TokenCheck };

/** A message of main, or the window's own. */
export type ShownToast = (Toast | OwnToast) & { readonly key: number };

export interface OpenMenu {
  readonly id: MeetingId;
  /** Where the pointer asked for it; null opens it at its button. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

export interface WindowState {
  readonly snapshot: Snapshot | null;
  /** Finished meetings of the past, which are not in the snapshot. */
  readonly archive: WindowArchive;
  /** Of meetings that are uploading, by id. */
  readonly progress: Readonly<Record<MeetingId, Progress>>;
  readonly toasts: readonly ShownToast[];
  readonly screen: Screen;
  readonly search: string;
  readonly detailsId: MeetingId | null;
  /** The row that the keyboard is on. */
  readonly activeId: MeetingId | null;
  /** What the next act is about, where that is more than the row it is done on. */
  readonly selected: ReadonlySet<MeetingId>;
  /** Where a range begins that Shift extends. */
  readonly anchorId: MeetingId | null;
  /** Main asked for the keyboard to be on its row; null once it is. */
  readonly pointedId: MeetingId | null;
  readonly menu: OpenMenu | null;
  readonly tokenDialog: boolean;
  /** The way in is being gone: from a first snapshot without token and meetings to the end of its last step. Never again after that. */
  readonly welcoming: boolean;
  /** What was said last to whoever listens, and how many were said before it. */
  readonly said: { readonly text: string; readonly count: number };

  receive(snapshot: Snapshot): void;
  receiveArchived(list: ArchivedMeetings): void;
  receiveArchiveNews(news: ArchiveNews): void;
  receiveProgress(progress: readonly Progress[]): void;
  addToast(toast: Toast | OwnToast): void;
  dismissToast(key: number): void;
  show(screen: Screen): void;
  searchFor(text: string): void;
  openDetails(id: MeetingId | null): void;
  activate(id: MeetingId): void;
  /** `anchorId`: where the next range begins. */
  select(selected: ReadonlySet<MeetingId>, anchorId: MeetingId | null): void;
  /** Tells a screen reader, politely. */
  say(text: string): void;
  pointAt(id: MeetingId): void;
  openMenu(menu: OpenMenu | null): void;
  askForToken(ask: boolean): void;
  leaveWelcome(): void;
}

/** More would cover the list; the newest matter. */
const TOASTS_KEPT = 3;
let toastKey = 0;

/** The same set each time, so that nothing renders for nothing. */
export const nothingSelected: ReadonlySet<MeetingId> = new Set();

export const initialState = {
  snapshot: null,
  archive: noArchive,
  progress: {},
  toasts: [],
  screen: 'meetings',
  search: '',
  detailsId: null,
  activeId: null,
  selected: nothingSelected,
  anchorId: null,
  pointedId: null,
  menu: null,
  tokenDialog: false,
  welcoming: false,
  said: { text: '', count: 0 },
} satisfies Partial<WindowState>;

export const useStore = create<WindowState>()((set) => ({
  ...initialState,

  receive: (snapshot) =>
    set((state) => {
      // The answer to `snapshot()` may arrive after a newer one was sent.
      if (state.snapshot && snapshot.revision <= state.snapshot.revision) return state;
      const kept = keepSame(state.snapshot, snapshot);
      return {
        snapshot: kept,
        progress: progressOf(kept.meetings, state.progress),
        welcoming: isWelcoming(state, kept, state.archive.meetings),
        ...openOf(state, kept, state.archive),
      };
    }),

  receiveArchived: (list) => set((state) => archiveBecomes(state, withList(state.archive, list))),
  receiveArchiveNews: (news) => set((state) => archiveBecomes(state, withNews(state.archive, news))),

  receiveProgress: (list) =>
    set((state) => {
      const meetings = state.snapshot?.meetings ?? [];
      // A report may come after the snapshot that ended its attempt.
      const current = list.filter(({ id }) => meetings.some((m) => m.id === id && m.stage === 'uploading'));
      if (current.length === 0) return state;
      return { progress: { ...state.progress, ...Object.fromEntries(current.map((item) => [item.id, item])) } };
    }),

  addToast: (toast) =>
    set((state) => {
      toastKey += 1;
      // The same message again replaces itself, so that five copied ids are not five messages.
      const others = state.toasts.filter((t) => t.kind !== toast.kind || isOfItsOwn(t));
      return { toasts: [...others, { ...toast, key: toastKey }].slice(-TOASTS_KEPT) };
    }),

  dismissToast: (key) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.key !== key) })),
  show: (screen) => set({ screen, menu: null }),
  searchFor: (search) => set({ search, menu: null }),
  openDetails: (detailsId) => set((state) => ({ detailsId, menu: null, activeId: detailsId ?? state.activeId })),
  activate: (activeId) => set({ activeId, pointedId: null }),
  select: (selected, anchorId) => set({ selected: selected.size === 0 ? nothingSelected : selected, anchorId }),
  say: (text) => set(({ said }) => ({ said: { text, count: said.count + 1 } })),
  // Whatever was searched for may not be it.
  pointAt: (pointedId) =>
    set({
      pointedId,
      screen: 'meetings',
      search: '',
      menu: null,
      selected: nothingSelected,
      welcoming: false,
    }),
  openMenu: (menu) => set({ menu }),
  askForToken: (tokenDialog) => set({ tokenDialog }),
  leaveWelcome: () => set({ welcoming: false }),
}));

/** It names what the next of its kind does not: a folder of a drop may be refused a moment after its files. */
function isOfItsOwn({ kind }: ShownToast): boolean {
  return kind === 'removed' || kind === 'removed-many' || kind === 'refused';
}

function archiveBecomes(state: WindowState, archive: WindowArchive): Partial<WindowState> {
  const { snapshot } = state;
  const welcoming = snapshot !== null && isWelcoming(state, snapshot, archive.meetings);
  return { archive, welcoming, ...openOf(state, snapshot, archive) };
}

/** What was opened of a meeting that is gone closes. */
function openOf(
  { detailsId, menu }: WindowState,
  snapshot: Snapshot | null,
  archive: WindowArchive,
): Pick<WindowState, 'detailsId' | 'menu'> {
  if (detailsId === null && menu === null) return { detailsId, menu };
  const meetings = mergeMeetings(snapshot?.meetings ?? [], archive.meetings);
  const here = (id: MeetingId) => meetings.some((m) => m.id === id);
  return {
    detailsId: detailsId !== null && here(detailsId) ? detailsId : null,
    menu: menu !== null && here(menu.id) ? menu : null,
  };
}

/** Progress of an attempt that ended says nothing about the next one, which starts at its first byte again. */
function progressOf(meetings: readonly MeetingView[], progress: WindowState['progress']): WindowState['progress'] {
  const ids = Object.keys(progress) as MeetingId[];
  if (ids.length === 0) return progress;
  const uploading = new Set(meetings.filter((m) => m.stage === 'uploading').map((m) => m.id));
  if (ids.every((id) => uploading.has(id))) return progress;
  return Object.fromEntries(Object.entries(progress).filter(([id]) => uploading.has(id as MeetingId)));
}
