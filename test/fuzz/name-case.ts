// One name, framed, and read again by two readers that share nothing with the framing: the strict one of the tests, and the one of
// the built-in Lobbe, which takes the body in pieces cut anywhere.

import { AudioFormParser, type AudioHead, boundaryOf } from '../../electron/sandbox/multipart';
import { frameRecording } from '../../electron/transport/multipart';
import { readMultipart } from '../fakes/multipart-reader';
import type { Chance } from '../simulation/chance';
import type { CaseResult } from './case-result';
import { inPieces, randomBytes } from './mutations';
import { randomContentType, randomName } from './names';

const CONTENT = [
  Buffer.from(''),
  Buffer.from('\r\n'),
  Buffer.from('\r\n--'),
  Buffer.from('\r\n------lobbe-00000000000000000000000000000000--\r\n'),
  Buffer.from('--\r\n\r\n'),
];

/** What a name looks like to whoever reads the part: not every text is UTF-8, and three characters are escaped (cases 1 to 3). */
function asRead(name: string): string {
  const unescaped = name.replaceAll(/%22/g, '"').replaceAll(/%0d/gi, '\r').replaceAll(/%0a/gi, '\n');
  return Buffer.from(unescaped, 'utf8').toString('utf8');
}

/** The rule that the framed `body` breaks; null if it is one part with that name, type and content, and nothing else. */
export function brokenFraming(
  contentType: string,
  body: Buffer,
  sent: { readonly name: string; readonly type: string; readonly content: Buffer },
  chance: Chance,
): string | null {
  let parts: ReturnType<typeof readMultipart>;
  const heads: AudioHead[] = [];
  const content: Buffer[] = [];
  try {
    parts = readMultipart(contentType, body);
    const parser = new AudioFormParser(boundaryOf(contentType), {
      onHead: (head) => heads.push(head),
      onData: (bytes) => content.push(Buffer.from(bytes)),
    });
    for (const piece of inPieces(chance, body, 5)) parser.write(piece);
    parser.end();
  } catch (error) {
    return `a strict reader refuses it: ${error}`;
  }
  const [part] = parts;
  if (!part || parts.length !== 1 || heads.length !== 1) return `${parts.length} parts`;
  if (part.headers.length !== 2) return `${part.headers.length} header lines in the part`;
  const fileName = /^Content-Disposition: form-data; name="audio"; filename="([^"\r\n]*)"$/.exec(
    part.headers[0] ?? '',
  )?.[1];
  if (fileName === undefined) return `the part says ${JSON.stringify(part.headers[0])}`;
  if (part.headers[1] !== `Content-Type: ${sent.type}`) return `the type is ${JSON.stringify(part.headers[1])}`;
  if (asRead(fileName) !== asRead(sent.name)) return `the name arrives as ${JSON.stringify(fileName)}`;
  if (heads[0]?.fileName !== asRead(sent.name)) return `Lobbe reads the name ${JSON.stringify(heads[0]?.fileName)}`;
  if (!part.content.equals(sent.content) || !Buffer.concat(content).equals(sent.content)) return 'other content';
  return null;
}

/** Plays one case. */
export function playName(chance: Chance): CaseResult {
  const [name, type] = [randomName(chance), randomContentType(chance)];
  const content = chance.is(0.5) ? chance.pick(CONTENT) : randomBytes(chance, chance.below(300));
  const about = () => JSON.stringify({ name, type });
  let frame: ReturnType<typeof frameRecording>;
  try {
    frame = frameRecording(name, type, content.length);
  } catch (error) {
    // Case 4: types come from our own list, so anything else is a bug, and said to be one.
    const isDue =
      error instanceof Error && error.message.startsWith('not a content type') && !/^[a-z/0-9.+-]+$/.test(type);
    const isHalf = type.split('/').length !== 2 || type.startsWith('/') || type.endsWith('/');
    return { came: 'type refused', broken: isDue || isHalf ? null : `thrown: ${error}`, about };
  }
  const body = Buffer.concat([frame.head, content, frame.foot]);
  const broken =
    frame.length !== body.length
      ? `a length of ${frame.length}, but ${body.length} bytes`
      : brokenFraming(frame.contentType, body, { name, type, content }, chance);
  return { came: 'framed', broken, about };
}
