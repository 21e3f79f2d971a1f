// @ts-check
// Deliberate bugs, one at a time: what each changes in the source, as text. A run puts them into a copy that it bundles; the working
// tree stays as it is. `npm run simulate -- --mutants` finds out how many seeds each survives.

/**
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} file
 * @property {readonly (readonly [from: string, to: string])[]} edits each `from` is there exactly once
 */

const POLICY = 'electron/domain/policies/lobbe.ts';
const LOOP = 'electron/queue/loop.ts';
const PLAN = 'electron/domain/plan.ts';
const ATTEMPT = 'electron/domain/attempt.ts';
const INTAKE = 'electron/domain/intake.ts';
const SAME_CONTENT = 'electron/domain/same-content.ts';
const ACTS = 'electron/domain/acts.ts';
const POLLER = 'electron/feed/poller.ts';
const EVENTS = 'electron/domain/events.ts';
const DISK = 'electron/store/disk.ts';
const GENERATIONS = 'electron/store/generations.ts';

/** @type {readonly Mutant[]} */
export const MUTANTS = [
  { name: 'a key is made for each attempt', file: LOOP, edits: [['key: meeting.key,', 'key: fresh.key(),']] },
  {
    name: 'a send begins before it is on disk',
    file: LOOP,
    edits: [['if (!(await begin(id, token, meeting))) return;', 'void begin(id, token, meeting);']],
  },
  {
    name: 'a network error makes a new key',
    file: POLICY,
    edits: [["waits(after, 'network', null)", "waits(withNewKey(after, context.freshKey, now), 'network', null)"]],
  },
  {
    name: 'an interrupted send gets a new key',
    file: POLICY,
    edits: [
      [
        "moved(outcome.mayHaveArrived ? unanswered(noted()) : noted(), { stage: 'queued' })",
        "moved(withNewKey(noted(), context.freshKey, now), { stage: 'queued' })",
      ],
    ],
  },
  {
    name: 'a key in use is replaced although the meeting may be there',
    file: POLICY,
    edits: [['if (meeting.unanswered.length > 0) {', 'if (meeting.unanswered.length > 99) {']],
  },
  {
    name: 'any refusal counts as proof that nothing arrived',
    file: POLICY,
    edits: [['outcome.facts.status === 409 ? answered(noted()) : noted()', 'answered(noted())']],
  },
  {
    name: 'a start forgets that a send was cut off',
    file: ATTEMPT,
    edits: [['{ ...meeting, attempt: null, unanswered, state }', '{ ...meeting, attempt: null, state }']],
  },
  {
    name: 'changed content goes out under the old key',
    file: POLICY,
    edits: [["trouble === 'file-changed' && meeting.keyToken === null", "trouble === 'file-changed'"]],
  },
  {
    name: 'a look does not compare the content with what was sent',
    file: INTAKE,
    edits: [['if (sentBefore && !isUntouched(', 'if (sentBefore && isUntouched(']],
  },
  {
    name: 'the same file is taken in twice',
    file: INTAKE,
    edits: [['return meeting.attempts === 0 && !meeting.again && !isUntouched(meeting.file, file);', 'return false;']],
  },
  {
    name: 'a cancelled send that arrived is not taken up',
    file: INTAKE,
    edits: [['const [cancelled] = same;', 'const [cancelled] = [];']],
  },
  {
    name: 'a copy under another name is another recording',
    file: SAME_CONTENT,
    edits: [['if (file === null || ', 'if (file === null || other.path !== brought.path || ']],
  },
  {
    name: 'what has to be compared first counts as another recording',
    file: INTAKE,
    edits: [['if (isSame === null) doubts.push(other);', 'if (isSame === null) continue;']],
  },
  {
    name: 'Retry-After is ignored',
    file: POLICY,
    edits: [['usable(outcome.notBefore), outcome.askedToWait', 'null, outcome.askedToWait']],
  },
  {
    name: 'a 429 without Retry-After is tried again',
    file: POLICY,
    edits: [["if (!askedToWait) return closesAtCap('daily-limit');", '']],
  },
  {
    name: 'a recording over the daily cap is tried again',
    file: POLICY,
    edits: [["{ stage: 'blocked', reason: 'over-daily-cap', detail: facts.code }", "{ stage: 'queued' }"]],
  },
  {
    name: 'a 402 holds up only its own recording',
    file: POLICY,
    edits: [["closesAtCap('needs-minutes')", "noClosing(waits(noted(), 'server-error', null))"]],
  },
  {
    name: 'an upload in progress is asked for at its own pace',
    file: POLICY,
    edits: [["'upload-in-progress', notBefore", "'upload-in-progress', null"]],
  },
  {
    name: 'gates are forgotten at a start',
    file: LOOP,
    edits: [['recover(state, clock.now())', 'recover({ ...state, gates: [] }, clock.now())']],
  },
  {
    name: 'the smallest does not go first',
    file: PLAN,
    edits: [['sizeOf(b) < sizeOf(a)', 'sizeOf(b) > sizeOf(a)']],
  },
  {
    name: 'every recording looks whether a gate can open',
    file: PLAN,
    edits: [
      ['if (probe && inFlight.size === 0 && isDue(probe.state, now)) return { send: [probe.id], lookAgainAt };', ''],
      [
        'const repeats = onlyCaps ? due.filter((m) => m.unanswered.includes(token)) : [];',
        'const repeats = probeOf(gates, unsent, now) ? due : [];',
      ],
    ],
  },
  {
    name: 'a gate that closes while a file is opened is not seen',
    file: LOOP,
    edits: [['return send.includes(id) ? startAttempt', 'return send.length >= 0 ? startAttempt']],
  },
  {
    name: 'a pause does not stop what is under way',
    file: LOOP,
    edits: [
      [
        "stage === 'queued' || stage === 'waiting';",
        "stage === 'queued' || stage === 'waiting' || stage === 'paused';",
      ],
    ],
  },
  {
    name: 'the pause of all does not stop what is under way',
    file: LOOP,
    edits: [["(store.state().pausedAll && stage === 'uploading')", 'stage === undefined']],
  },
  {
    name: 'the pause of all is forgotten at a start',
    file: LOOP,
    edits: [
      ['(state) => recover(state, clock.now())', '(state) => recover({ ...state, pausedAll: false }, clock.now())'],
    ],
  },
  {
    name: 'a network that is back ends every wait',
    file: ATTEMPT,
    edits: [["state.stage === 'waiting' && state.reason === 'network'", "state.stage === 'waiting'"]],
  },
  {
    name: 'a wait that Lobbe asked for can be shortened',
    file: ACTS,
    edits: [['return state.toldByServer\n', 'return state.until < 0\n']],
  },
  {
    name: 'waits do not get longer',
    file: 'electron/domain/backoff.ts',
    edits: [['const LAST_STEP_S = 512;', 'const LAST_STEP_S = 2;']],
  },
  {
    name: 'undo does not bring a record back',
    file: 'electron/domain/off-the-list.ts',
    edits: [['meetings.push(...left.slice(next, before), meeting);', 'meetings.push(...left.slice(next, before));']],
  },
  {
    name: 'the cursor is on disk before the records',
    file: POLLER,
    edits: [
      [
        'const isOnDisk = await commit(',
        'await commit((s) => ({ ...s, feed: { ...s.feed, cursor: nextCursor } }));\n    const isOnDisk = await commit(',
      ],
    ],
  },
  {
    name: 'events are told apart by type',
    file: EVENTS,
    edits: [
      ['seenEvents.length + events.length <= FEW', 'false'],
      ['return events.filter(({ id }) => {', 'return events.filter(({ type: id }) => {'],
      ['...events.map(({ id }) => id)]', '...events.map((event) => event.type ?? event.id)]'],
    ],
  },
  {
    name: 'the feed is read before the time that it asked for',
    file: POLLER,
    edits: [['token !== null && now >= notBefore && now >= next', 'token !== null && now >= next']],
  },
  {
    name: 'a commit counts before it was read back',
    file: DISK,
    edits: [['if (!found.equals(bytes)) {', 'if (found.length > bytes.length) {']],
  },
  {
    name: 'a rename counts before the folder is on disk',
    file: DISK,
    edits: [['  await disk.syncFolder(path.dirname(file));\n}', '}']],
  },
  {
    name: 'the older generation wins',
    file: GENERATIONS,
    edits: [['revision(other) - revision(one)', 'revision(one) - revision(other)']],
  },
  {
    name: 'the generation that counts is written over, in place',
    file: 'electron/store/state-store.ts',
    edits: [
      ["found.kind !== 'usable' || file !== holder", 'holder === null || file === holder'],
      [
        'await replaceFile(disk, target.file, generation.bytes, pause);',
        'disk.write(target.file, generation.bytes);\n    await disk.syncAndRead(target.file);',
      ],
    ],
  },
  {
    name: 'news are told before they are off the disk',
    file: 'electron/shell/notifications.ts',
    edits: [
      ['const isSeen = isLookedAt();', 'const isSeen = isLookedAt();\n    if (!isSeen) show(dueNews(state()));'],
      ['if (left.length > 0 && !isSeen) show(left);', ''],
    ],
  },
  {
    name: 'a stranger that was told of is told again as our own',
    file: 'electron/domain/news.ts',
    edits: [['(recordingId !== null && wasTold(earlier, recordingId, what))', 'false']],
  },
  {
    name: 'a gate that closes again is told again',
    file: 'electron/domain/news.ts',
    edits: [
      [
        'after.filter((gate) => !before.some((g) => isSameGate(g, gate)))',
        'after.filter((gate) => !before.includes(gate))',
      ],
    ],
  },
];

/**
 * The source with a mutant in it. Throws if the source has changed so that the mutant says nothing any more.
 * @param {Mutant} mutant @param {string} source
 */
export function mutated(mutant, source) {
  return mutant.edits.reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`“${mutant.name}”: ${parts.length - 1} times in ${mutant.file}: ${from}`);
    return parts.join(to);
  }, source);
}
