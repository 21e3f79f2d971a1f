// The people in front of the app: they do everything that the window offers, at any time, also what it offered a moment ago.

import type { MeetingId } from '../../electron/contract/ids';
import type { Question } from '../../electron/contract/question';
import type { GateName, MeetingAction } from '../../electron/contract/stage';
import { actionsOf } from '../../electron/domain/acts';
import type { AppState } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import type { Commands } from '../../electron/shell/commands';
import { tokenFingerprint } from '../../electron/store/vault';
import type { App } from './app';
import type { Chance } from './chance';
import type { ObedienceChecks } from './check-obedience';
import type { RecordChecks } from './check-records';
import type { WaitChecks } from './check-waits';
import type { SimulatedFiles } from './files';
import type { Act, History } from './history';
import { TOKENS } from './lobbe';
import type { Life } from './time';

const OPENABLE: readonly GateName[] = ['needs-minutes', 'daily-limit', 'scope-disabled'];
const ACTIONS: readonly MeetingAction[] = [
  'retry',
  'pause',
  'resume',
  'cancel',
  'remove',
  'upload-again',
  'upload-new-version',
  'send-next',
  'undo',
];

/** Acts that make another meeting of a recording. */
const MAKING = new Set(['upload-again', 'send again']);

export interface UserTools {
  readonly chance: Chance;
  readonly history: History;
  readonly waits: WaitChecks;
  readonly obedience: ObedienceChecks;
  readonly records: RecordChecks;
  readonly files: SimulatedFiles;
  isAtLobbe(key: string): boolean;
  now(): number;
  after(ms: number, life: Life, then: () => void): void;
  note(line: () => string): void;
}

export class Users {
  count = 0;
  readonly #tools: UserTools;
  #current: Act | null = null;
  #files = 0;
  #lastActed: MeetingId | null = null;

  constructor(tools: UserTools) {
    this.#tools = tools;
  }

  /** An id was made for what is being done now. */
  made(id: string): void {
    this.#current?.made.push(id);
    // What a full disk puts off makes its ids when it is written, whatever its user does by then.
    for (const act of this.#tools.history.acts) {
      if (act !== this.#current && act.state === 'pending' && MAKING.has(act.kind)) act.made.push(id);
    }
  }

  /** A commit that a command makes: its end says whether the act is on disk. `id`: the record it is about. */
  async commanded(id: string | null, commit: () => Promise<AppState>): Promise<AppState> {
    const act = (id === null ? this.#current : this.#pending(id)) ?? this.#current;
    try {
      const state = await commit();
      if (act) this.#done(act);
      return state;
    } catch (error) {
      if (act) act.state = 'refused';
      throw error;
    }
  }

  #pending(id: string): Act | undefined {
    return this.#tools.history.acts.findLast((act) => act.id === id && act.state === 'pending');
  }

  /** A token is about to be stored: the commit that follows is that act's. */
  tokenReplaced(): void {
    const { acts } = this.#tools.history;
    this.#current = acts.findLast(({ kind, state }) => kind === 'setToken' && state === 'pending') ?? null;
  }

  #done(act: Act): void {
    const { history, waits, obedience, records } = this.#tools;
    act.state = 'done';
    act.doneAt = this.#tools.now();
    waits.word(act.kind, act.id);
    const later = history.acts.slice(history.acts.indexOf(act) + 1);
    // Asked for something else meanwhile, which comes after this one.
    if (later.some(({ state, id }) => state === 'pending' && (id === act.id || id === null))) return;
    obedience.done(act.kind, act.id);
    if (act.kind === 'undo') records.undone(act);
  }

  do(
    app: App,
    kind: string,
    run: (commands: Commands) => unknown,
    id: string | null = null,
    path: string | null = null,
  ): void {
    const { history, waits, obedience, note, now } = this.#tools;
    const act: Act = {
      kind,
      id,
      path,
      life: app.life,
      at: now(),
      made: [],
      doneAt: Number.POSITIVE_INFINITY,
      state: 'pending',
    };
    note(() => `user: ${kind} ${path ?? (id === null ? '' : (history.recordOf(id)?.name ?? id))}`);
    this.count += 1;
    history.acts.push(act);
    waits.word(kind, id);
    obedience.asked(kind, id);
    // Its commit is asked for before anything else happens: so it is known whose it is.
    this.#current = act;
    run(app.commands);
  }

  /** Something that somebody does now. */
  act(app: App): void {
    const { chance } = this.#tools;
    const { meetings } = app.state();
    const kind = chance.weighed([
      [meetings.length < 5 ? 7 : 1, 'add'],
      [meetings.length > 0 ? 12 : 0, 'act'],
      [1.5, 'pauseAll'],
      [2.5, 'resumeAll'],
      [1.5, 'retryAll'],
      [1, 'clearFinished'],
      [2, 'openGate'],
      [1, 'buy'],
      [1.5, 'setToken'],
      [0.7, 'settings'],
      [0.7, 'move'],
      [app.questions().length > 0 ? 9 : 0, 'answer'],
    ] as const);
    switch (kind) {
      case 'add':
        this.add(app);
        break;
      case 'act':
        this.#actOn(app, this.#oneOf(meetings));
        break;
      case 'pauseAll': {
        const length = chance.pick(['open', 'open', 'hour', 'tomorrow'] as const);
        this.do(app, length === 'open' ? 'pauseAll' : 'pauseAllUntil', (c) => c.pauseAll(length));
        break;
      }
      case 'resumeAll':
        this.do(app, kind, (c) => c.resumeAll());
        break;
      case 'retryAll':
        this.do(app, kind, (c) => c.retryAll());
        break;
      case 'clearFinished':
        this.do(app, kind, (c) => c.clearFinished());
        break;
      case 'openGate':
        this.openGate(app, chance.pick(OPENABLE));
        break;
      case 'buy':
        this.do(app, 'focused', (c) => {
          void c.buyMinutes();
          c.focused();
        });
        break;
      case 'setToken':
        this.setToken(app, chance.pick([TOKENS[0], TOKENS[0], TOKENS[1], TOKENS[1], TOKENS[2]]));
        break;
      case 'answer':
        this.#answer(app, chance.pick(app.questions()));
        break;
      case 'settings':
        this.do(app, kind, (c) => c.changeSettings({ parallelUploads: 1 + chance.below(4) }));
        break;
      case 'move': {
        if (meetings.length === 0) return;
        const { id } = chance.pick(meetings);
        this.do(app, kind, (c) => c.moveBefore([id], chance.is(0.3) ? null : chance.pick(meetings).id));
        break;
      }
    }
  }

  /** Adds one file or more: new ones, and ones that are in the list already. */
  add(app: App): void {
    const { chance, files } = this.#tools;
    const paths: string[] = [];
    const known = [...files.paths(), ...app.state().meetings.map(({ path }) => path)];
    for (let left = chance.pick([1, 1, 1, 2, 3]); left > 0; left -= 1) {
      if (known.length > 0 && chance.is(0.35)) paths.push(chance.pick(known));
      else if (known.length > 0 && chance.is(0.15)) paths.push(this.#copyOf(chance.pick(known)));
      else paths.push(this.#newFile());
    }
    this.do(app, 'addFiles', (c) => c.addFiles(paths), null, paths.join());
  }

  #newFile(): string {
    const { chance, files } = this.#tools;
    this.#files += 1;
    const path = `/recordings/meeting ${this.#files}.m4a`;
    files.make(path, { growing: chance.is(0.12), audio: !chance.is(0.03), empty: chance.is(0.02) });
    return path;
  }

  /** The same recording from somewhere else: a phone and its backup. */
  #copyOf(path: string): string {
    this.#files += 1;
    const copy = `/backup/recording ${this.#files}.m4a`;
    this.#tools.files.copy(path, copy);
    return copy;
  }

  /** What only they can decide about something they brought. */
  #answer(app: App, question: Question): void {
    if (question.kind === 'folder') return;
    const { chance, note } = this.#tools;
    const { id, of } = question;
    const forAll = chance.is(0.2);
    const answer = chance.pick(
      of.sentAt === null ? (['again', 'leave'] as const) : (['again', 'leave', 'open'] as const),
    );
    if (answer === 'again') this.do(app, 'send again', (c) => c.answer(id, answer, forAll), null, question.name);
    else if (answer === 'open') this.do(app, 'open', (c) => c.answer(id, answer, forAll), of.id);
    else {
      // Nothing is written down for it, so it is no act whose end is waited for.
      note(() => `user: leaves ${question.name}`);
      void app.commands.answer(id, answer, forAll);
    }
  }

  /** People tend to go on with what they just did something to. */
  #oneOf(meetings: readonly MeetingRecord[]): MeetingRecord {
    const { chance } = this.#tools;
    const last = meetings.find(({ id }) => id === this.#lastActed);
    return last && chance.is(0.4) ? last : chance.pick(meetings);
  }

  #actOn(app: App, meeting: MeetingRecord): void {
    const { chance } = this.#tools;
    this.#lastActed = meeting.id;
    const offered = actionsOf(meeting);
    const possible = ACTIONS.filter((action) => offered.includes(action));
    const action = possible.length > 0 && chance.is(0.9) ? chance.pick(possible) : chance.pick(ACTIONS);
    if (action === 'pause' && chance.is(0.3)) {
      const length = chance.pick(['hour', 'tomorrow'] as const);
      this.do(app, 'pauseFor', (c) => c.pauseFor([meeting.id], length), meeting.id);
      return;
    }
    this.actOn(app, meeting.id, action);
    if (action !== 'cancel' && action !== 'remove') return;
    const second = chance.weighed([
      [4, 'none'],
      [4, 'undo'],
      [action === 'cancel' ? 6 : 1, 'again'],
    ] as const);
    this.#tools.after(chance.pick([1, 300, 9_000]), app.life, () => {
      if (second === 'undo') this.actOn(app, meeting.id, 'undo');
      // Taken off by mistake: dropped on the window once more.
      if (second === 'again') this.do(app, 'addFiles', (c) => c.addFiles([meeting.path]), null, meeting.path);
    });
  }

  actOn(app: App, id: MeetingId, action: MeetingAction): void {
    this.do(app, action, (c) => c.act(id, action), id);
  }

  openGate(app: App, gate: GateName): void {
    this.do(app, `open ${gate}`, (c) => c.openGate(gate));
  }

  setToken(app: App, token: string): void {
    this.do(app, 'setToken', (c) => c.setToken(token, 'encrypted'));
  }

  /** Somebody sits down and does what the app asks for, until nothing is asked for any more. */
  lookAfter(app: App, token: string | null): void {
    const state = app.state();
    const clicks: (() => void)[] = [];
    const isRefused = state.gates.some((g) => g.gate === 'unauthorized' && g.token === tokenFingerprint(token ?? ''));
    if (token === null || token === TOKENS[2] || isRefused) clicks.push(() => this.setToken(app, TOKENS[3]));
    if (state.pausedAll) clicks.push(() => this.do(app, 'resumeAll', (c) => c.resumeAll()));
    for (const { gate } of state.gates) if (OPENABLE.includes(gate)) clicks.push(() => this.openGate(app, gate));
    for (const question of app.questions()) clicks.push(() => this.#answer(app, question));
    for (const meeting of state.meetings) {
      const action = wanted(meeting, this.#tools);
      if (action !== null) clicks.push(() => this.actOn(app, meeting.id, action));
    }
    // One click after the other.
    for (const [n, click] of clicks.entries()) this.#tools.after(50 * n, app.life, click);
  }
}

/** What the app's one clear button says, as far as pressing it helps. */
function wanted({ state, path, key }: MeetingRecord, { files, isAtLobbe }: UserTools): MeetingAction | null {
  if (state.stage === 'paused') return 'resume';
  if (state.stage !== 'blocked') return null;
  switch (state.reason) {
    case 'file-missing':
      return files.has(path) ? 'retry' : null;
    case 'file-changed':
      return files.has(path) ? 'upload-new-version' : 'remove';
    case 'maybe-delivered':
      // They look for it at Lobbe.
      return isAtLobbe(key) ? null : 'upload-again';
    case 'not-audio':
    case 'empty-file':
      return files.isRecording(path) ? 'retry' : 'remove';
    default:
      return 'retry';
  }
}
