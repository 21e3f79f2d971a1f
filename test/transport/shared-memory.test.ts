// A recording goes out of the memory that its reader thread reads into, without a copy: what arrives is the file all the same.

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openRecording } from '../../electron/disk/recording';
import { slotBytes, slotCount } from '../../electron/disk/slots';
import { noise, place, startReaders } from '../disk/place';
import { readMultipart } from '../fakes/multipart-reader';
import { accepted, scriptedServer } from '../fakes/scripted-server';
import { clientFor, send } from '../fakes/transport-world';

const files = await place();
const readers = startReaders();
const size = (2 * slotCount + 1) * slotBytes + 1234;
// Nothing in it comes again at the length of a slot.
const content = Buffer.alloc(size, noise(700_001));

test.each([{ tls: false }, { tls: true }])(
  'a recording of several rounds of slots arrives whole, tls: $tls',
  async ({ tls }) => {
    const path = await files.put('meeting.m4a', content);
    const server = await scriptedServer(
      async (peer) => {
        await peer.body();
        await peer.say(accepted());
      },
      { tls, keep: 2 * size },
    );
    const opened = await openRecording(readers, path, await stat(path));
    if (opened.kind !== 'opened') throw new Error(opened.code);
    expect((await send(clientFor(server), opened.recording)).kind).toBe('accepted');
    expect(opened.recording.digest()).toBe(createHash('sha256').update(content).digest('hex'));
    await opened.recording.close();
    const peer = await server.peer(0);
    const head = await peer.head();
    const [part] = readMultipart(head.headers.get('content-type') ?? '', await peer.body());
    expect(part?.content.equals(content)).toBe(true);
    await server.close();
  },
);
