// One seed's world: the app on a computer, with a disk, files, a network and a Lobbe that all have their bad days.

import type { AppState } from '../../electron/domain/app-state';
import type { NewsItem } from '../../electron/domain/news-item';
import { type App, startApp } from './app';
import { type Chance, chanceOf } from './chance';
import { MeetingChecks } from './check-meetings';
import { NewsChecks } from './check-news';
import { ObedienceChecks } from './check-obedience';
import { RecordChecks } from './check-records';
import { unsettled, wrongStranger } from './check-settled';
import { WaitChecks } from './check-waits';
import { type DiskTrouble, SimulatedDisk } from './disk';
import { SimulatedFiles } from './files';
import { History } from './history';
import { SimulatedLobbe, TOKENS } from './lobbe';
import { type Attempt, SimulatedNetwork } from './network';
import { Life, Time } from './time';
import { Users } from './users';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface Counts {
  crashes: number;
  powerCuts: number;
  restarts: number;
  sleeps: number;
  clockJumps: number;
}

export class World {
  readonly counts: Counts = { crashes: 0, powerCuts: 0, restarts: 0, sleeps: 0, clockJumps: 0 };
  readonly time = new Time();
  readonly history = new History(() => this.time.now());
  readonly chance: Chance;
  readonly disk: SimulatedDisk;
  readonly files: SimulatedFiles;
  readonly lobbe: SimulatedLobbe;
  readonly network: SimulatedNetwork;
  readonly users: Users;
  readonly meetings: MeetingChecks;
  readonly waits: WaitChecks;
  app: App | null = null;
  /** When the cursors expired last: what was in the feed then was not heard by everybody. */
  missedAt: number | null = null;
  readonly vault: { token: string | null } = { token: TOKENS[0] };
  readonly #records: RecordChecks;
  readonly #news: NewsChecks;
  readonly #obedience: ObedienceChecks;
  readonly #note: (line: () => string) => void;
  readonly #watched: boolean;
  readonly #intervalMs: number;
  #life = new Life(0);
  #powerFails = false;
  #off = 0;
  #made = 0;

  /** `note` is told of everything that happens, for a trace. */
  constructor(seed: number, note: (line: () => string) => void) {
    const { time, history } = this;
    this.#note = note;
    this.chance = chanceOf(seed, 0);
    this.disk = new SimulatedDisk(time, chanceOf(seed, 1));
    this.files = new SimulatedFiles(time, chanceOf(seed, 2));
    this.lobbe = new SimulatedLobbe(time, chanceOf(seed, 3));
    this.#records = new RecordChecks(history, this.files);
    this.#news = new NewsChecks(history);
    this.meetings = new MeetingChecks(history, this.#records, this.lobbe);
    this.waits = new WaitChecks(history, () => this.disk.trouble === 'none');
    const { waits, meetings } = this;
    const later = (ms: number, check: () => void) => time.after(ms, null, check);
    const obedience = new ObedienceChecks(history, later, () => waits.inFlight);
    this.#obedience = obedience;
    this.network = new SimulatedNetwork(time, chanceOf(seed, 4), this.lobbe, {
      sends: (attempt) => {
        note(() => `attempt ${attempt.number}: ${nameOf(attempt)}`);
        meetings.sends(attempt);
        waits.sends(attempt);
        obedience.sends(attempt);
      },
      answered: (attempt, answer) => {
        const wait = answer.retryAfter === null ? '' : `, Retry-After ${answer.retryAfter}`;
        note(() => `attempt ${attempt.number} is answered: ${answer.status} ${answer.code ?? ''}${wait}`);
        if (answer.status === 202) history.wasAnswered(attempt.key);
        waits.answered(attempt, answer);
      },
      ended: (attempt) => {
        note(() => `attempt ${attempt.number} ended: ${JSON.stringify(attempt.ended)}`);
        waits.ended(attempt);
      },
      reads: (call) => waits.reads(call),
      readAnswered: (call, answer) => {
        if (answer.status !== 200) note(() => `a read is answered: ${answer.status}, Retry-After ${answer.retryAfter}`);
        waits.readAnswered(call, answer);
      },
    });
    this.lobbe.onStored = (meeting, sent) => {
      note(() => `Lobbe made ${meeting.id} of ${sent.name}, key ${meeting.key}, content ${sent.content}`);
      meetings.stored(meeting, sent);
    };
    this.users = new Users({
      chance: chanceOf(seed, 5),
      history,
      waits,
      obedience,
      records: this.#records,
      files: this.files,
      isAtLobbe: (key) => this.lobbe.meetings.some((meeting) => meeting.key === key),
      now: () => time.now(),
      after: (ms, life, then) => time.after(ms, life, then),
      note,
    });
    this.#watched = this.chance.is(0.5);
    this.#intervalMs = this.chance.pick([60, 120, 300]) * SECOND;
    time.onOperation = (life) => {
      life.operations += 1;
      if (life.operations >= life.diesAt) this.#die(life);
    };
    time.onThrown = (error) => this.bug(error);
  }

  start(): void {
    this.#life = new Life(this.#life.number + 1);
    const life = this.#life;
    // Some starts end before they are through.
    if (this.chance.is(0.08)) life.diesAt = 1 + this.chance.below(25);
    this.#powerFails = this.chance.is(0.4);
    this.#note(() => `start ${life.number}`);
    const { time, disk, files, network, vault } = this;
    const surroundings = {
      time,
      disk,
      files,
      network,
      vault,
      chance: chanceOf(life.number, 6),
      watched: this.#watched,
      intervalMs: this.#intervalMs,
      fresh: (kind: 'key' | 'id') => this.#fresh(kind),
      commanded: this.users.commanded.bind(this.users),
      tokenReplaced: () => this.users.tokenReplaced(),
      onBug: (cause: unknown) => this.bug(cause),
      onOpened: (state: AppState, revision: number) => {
        this.#note(() => `opened revision ${revision}`);
        this.#records.opened(state, revision);
        this.#news.onDisk(state);
        this.waits.opened(state);
      },
      onCommit: (state: AppState, revision: number) => {
        this.#note(() => `on disk ${revision}: ${state.meetings.map((m) => `${m.name} ${m.state.stage}`).join(', ')}`);
        this.#obedience.committed(this.history.onDisk, state);
        this.#records.committed(state, revision);
        this.#news.onDisk(state);
        this.waits.committed();
      },
      onTold: (news: readonly NewsItem[], state: AppState) => {
        this.#note(
          () => `told: ${news.map((item) => `${item.what} ${item.about === 'meeting' ? item.id : ''}`).join(', ')}`,
        );
        this.#news.told(news, state);
      },
    };
    startApp(life, surroundings).then(
      (app) => {
        if (!life.dead) this.app = app;
      },
      (error) => this.bug(error),
    );
  }

  /** Something was thrown that should not be. */
  bug(cause: unknown): void {
    this.history.broken('no bugs', cause instanceof Error ? `${cause.stack}` : String(cause));
  }

  #fresh(kind: 'key' | 'id'): string {
    this.#made += 1;
    const value = `${kind === 'key' ? '0' : '1'}0000000-0000-4000-8000-${String(this.#made).padStart(12, '0')}`;
    if (kind === 'id') this.users.made(value);
    return value;
  }

  /** The end of a life: what it had not put on disk is gone. */
  #die(life: Life): void {
    if (life.dead) return;
    life.dead = true;
    this.app = null;
    this.counts.crashes += 1;
    if (this.#powerFails) this.counts.powerCuts += 1;
    this.#note(() => (this.#powerFails ? 'the power fails' : 'the app is killed'));
    if (this.#powerFails) this.disk.powerCut();
    this.#ended(life);
    this.time.after(this.chance.between(SECOND, 30 * SECOND), null, () => this.#restart());
  }

  #ended(life: Life): void {
    this.network.died(life);
    this.waits.died();
    this.history.died();
  }

  #restart(): void {
    this.counts.restarts += 1;
    this.start();
  }

  crash(soon: boolean): void {
    const life = this.#life;
    if (life.dead) return;
    if (soon) life.diesAt = life.operations + 1 + this.chance.below(40);
    else this.#die(life);
  }

  /** The user quits: what is under way is stopped in order, for as long as the system lets it. */
  quit(): void {
    const { app } = this;
    if (!app) return;
    this.app = null;
    this.#note(() => 'the user quits');
    const end = () => {
      if (app.life.dead) return;
      app.life.dead = true;
      this.#ended(app.life);
      this.time.after(this.chance.between(SECOND, MINUTE), null, () => this.#restart());
    };
    app.quit().then(end, (error) => this.bug(error));
    this.time.after(5 * SECOND, null, end);
  }

  sleep(ms: number): void {
    this.counts.sleeps += 1;
    this.#note(() => `sleeps for ${Math.round(ms / MINUTE)} minutes`);
    this.time.sleep(ms);
    this.network.cutAll();
    this.waits.excuse();
    this.lobbe.moveOn();
    // Most systems tell of a wake-up; the 30-second plan has to do for the others.
    if (this.chance.is(0.8)) this.app?.woke();
  }

  setClock(off: number): void {
    if (off === this.#off) return;
    this.#off = off;
    this.counts.clockJumps += 1;
    this.#note(() => `the clock is set to be ${off} ms off`);
    this.time.setOff(off);
    this.waits.clockWasSet();
  }

  setNetwork(down: boolean, flaky: number): void {
    this.network.flaky = flaky;
    this.network.down = down;
    const hint = down && this.chance.is(0.6);
    this.#note(
      () => `network: ${down ? 'down' : 'up'}, ${flaky.toFixed(2)} flaky, the system says ${hint ? 'off' : 'on'}line`,
    );
    if (hint === this.network.hint) return;
    this.network.hint = hint;
    this.waits.excuse();
    this.app?.networkChanged(hint);
  }

  setDisk(trouble: DiskTrouble): void {
    this.#note(() => `disk: ${trouble}`);
    this.disk.trouble = trouble;
  }

  note(line: () => string): void {
    this.#note(line);
  }

  get isSettled(): boolean {
    const { history, lobbe, files, missedAt } = this;
    const heard = history.heard(missedAt);
    lobbe.moveOn();
    if (wrongStranger(history.onDisk, lobbe, missedAt === null) !== null) return false;
    if (history.onDisk !== null && history.onDisk.news.length > 0) return false;
    return history.onDisk?.meetings.every((meeting) => unsettled(meeting, lobbe, files, heard) === null) ?? true;
  }

  /** Nothing of this world goes on. */
  end(): void {
    this.#life.dead = true;
  }

  /** From now on nothing goes wrong any more. */
  beFair(): void {
    this.#life.diesAt = Number.POSITIVE_INFINITY;
    this.setDisk('none');
    this.setClock(0);
    this.setNetwork(false, 0);
    this.lobbe.beFair();
    this.files.bringBack();
    this.sleep(HOUR);
  }
}

function nameOf({ name, key, token, content }: Attempt): string {
  return `${name}, key ${key}, ${token}, content ${content}`;
}
