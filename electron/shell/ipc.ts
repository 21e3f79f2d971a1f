// Where commands of the window come in: every sender and every argument is checked before anything is done. A verb without a
// schema, a handler or a line in preload.ts does not compile.

import { ipcMain } from 'electron';
import { z } from 'zod';
import type { CommandChannel, LobbeCommands } from '../contract/api';
import type { MeetingId } from '../contract/ids';
import { isOurPage } from './lockdown';
import type { Log } from './log';
import { proxyPassword, proxySettings, settingsChange } from './settings-input';

const meetingId = z.uuid().transform((id) => id as MeetingId);
/** Of a record of ours, or of a meeting from elsewhere: that is looked up, and names nothing on this computer. */
const listedId = z.union([
  meetingId,
  z
    .string()
    .regex(/^elsewhere:.{1,200}$/su)
    .transform((id) => id as MeetingId),
]);
const action = z.enum([
  'retry',
  'pause',
  'resume',
  'cancel',
  'remove',
  'upload-again',
  'upload-new-version',
  'locate',
  'send-next',
  'show-in-folder',
  'open-in-lobbe',
  'copy-id',
  'undo',
]);
const copiedFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key') }),
  z.object({ kind: z.literal('request-id'), requestId: z.string().max(1_000) }),
  z.object({ kind: z.literal('support') }),
]);
const bulkAction = z.enum(['retry', 'pause', 'resume', 'send-next', 'undo', 'remove']);
const answerGiven = z.enum(['again', 'open', 'add', 'leave']);
const pauseLength = z.enum(['open', 'hour', 'tomorrow']);
const gate = z.enum([
  'needs-minutes',
  'daily-cap',
  'daily-limit',
  'rate-limited',
  'unauthorized',
  'scope-disabled',
  'offline',
]);

/** A drop of everything a disk holds is still a drop; more than this is a mistake or an attack. */
const MANY = 20_000;
const paths = z.array(z.string().max(32_767)).max(MANY);
/** All that can be selected at once: more than anybody has in the list. */
const SELECTED = 100_000;
const listedIds = z.array(listedId).max(SELECTED);
const nothing = z.tuple([]);

const inputs = {
  snapshot: nothing,
  archived: nothing,
  timeline: z.tuple([listedId]),
  localFile: z.tuple([meetingId]),
  copyFact: z.tuple([listedId, copiedFact]),
  pickFiles: nothing,
  sendSample: nothing,
  act: z.tuple([listedId, action]),
  actAll: z.tuple([listedIds, bulkAction]),
  answer: z.tuple([z.uuid(), answerGiven, z.boolean()]),
  openGate: z.tuple([gate]),
  buyMinutes: nothing,
  setToken: z.tuple([z.string().max(4096), z.enum(['encrypted', 'plain', 'session']).nullable()]),
  openLobbe: nothing,
  pauseAll: z.tuple([pauseLength]),
  pauseFor: z.tuple([listedIds, pauseLength]),
  moveBefore: z.tuple([listedIds, meetingId.nullable()]),
  resumeAll: nothing,
  retryAll: nothing,
  clearFinished: nothing,
  undoClear: nothing,
  changeSettings: z.tuple([settingsChange]),
  setProxy: z.tuple([proxySettings, proxyPassword]),
  pickCertificate: nothing,
  markSeen: z.tuple([z.array(meetingId).max(MANY)]),
  useSandbox: z.tuple([z.boolean()]),
  relaunch: nothing,
  startAtLogin: z.tuple([z.boolean()]),
  exportDiagnostics: z.tuple([z.boolean()]),
  showLogs: nothing,
  watchFolder: z.tuple([z.enum(['zoom', 'obs']).nullable()]),
  unwatchFolder: z.tuple([z.uuid()]),
  sendEarlier: z.tuple([z.uuid()]),
  findRecorders: nothing,
} satisfies { [Verb in keyof LobbeCommands]: z.ZodType<Parameters<LobbeCommands[Verb]>> };

export interface PageCommands extends LobbeCommands {
  /** Gets the paths that preload read off a real drop. */
  addFiles(paths: readonly string[]): Promise<void>;
}

/** Answers the window's commands. The window may be there before what carries them out: what comes early waits for it. */
export function answerCommands(commands: Promise<PageCommands>, log: Log): void {
  for (const verb of Object.keys(inputs) as (keyof LobbeCommands)[]) {
    const input: z.ZodType<unknown[]> = inputs[verb];
    answer(verb, input, async (args) => {
      const command = (await commands)[verb] as (...args: unknown[]) => Promise<unknown>;
      return command(...args);
    });
  }
  answer('addDropped', z.tuple([paths]), async ([dropped]) => (await commands).addFiles(dropped));

  function answer<Input>(
    verb: keyof LobbeCommands | 'addDropped',
    input: z.ZodType<Input>,
    run: (args: Input) => Promise<unknown>,
  ): void {
    ipcMain.handle(`lobbe:${verb}` satisfies CommandChannel, async (event, ...args: unknown[]) => {
      const isMainFrame = event.senderFrame !== null && event.senderFrame.parent === null;
      if (!isMainFrame || !isOurPage(event.senderFrame?.url)) {
        log.warn(`refused ${verb}: not from the window`);
        throw new Error('refused');
      }
      const parsed = input.safeParse(args);
      if (!parsed.success) {
        // Neither the arguments nor zod's words about them: one of them may be a token.
        log.warn(`refused ${verb}: its input has not the right shape`);
        throw new Error('refused');
      }
      try {
        return await run(parsed.data);
      } catch (cause) {
        log.error(`${verb} failed`, cause);
        throw new Error('failed');
      }
    });
  }
}
