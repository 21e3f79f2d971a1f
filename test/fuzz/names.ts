// Names of files, as nobody in his right mind would give them.

import type { Chance } from '../simulation/chance';

/** What breaks readers of headers, lines, paths and right-to-left text. */
const PIECES = [
  '"',
  '\\"',
  '\\',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '%22',
  '%0D%0A',
  '%',
  '%25',
  ';',
  '; filename="b.m4a"',
  "filename*=UTF-8''x",
  ': ',
  '--',
  '\r\n--',
  '----lobbe-00000000000000000000000000000000',
  'Content-Type: text/html\r\n\r\n',
  'Content-Disposition: form-data; name="id"\r\n\r\n1',
  '\t',
  '\u0007',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200c',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '\udc00',
  'é'.normalize('NFC'),
  'é'.normalize('NFD'),
  '会議',
  '🎙️',
  '👨‍👩‍👧',
  'جلسه‌ی هفتگی',
  'שלום',
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE meetings; --",
  '$(reboot)',
  '../',
  '..\\',
  'CON',
  '.',
  ' ',
  '.m4a',
  '.exe',
  '',
];

function randomCharacter(chance: Chance): string {
  return chance.weighed<() => string>([
    [6, () => String.fromCharCode(0x20 + chance.below(0x5f))],
    // NUL and the slash are the two that no file's name can hold; a slash does no harm here.
    [1, () => String.fromCharCode(1 + chance.below(0x1f))],
    [2, () => String.fromCharCode(0x600 + chance.below(0x100))],
    [2, () => String.fromCharCode(1 + chance.below(0xffff))],
    [1, () => String.fromCodePoint(1 + chance.below(0x10_ffff))],
  ])();
}

/** A name; mostly short, sometimes longer than any file system allows. */
export function randomName(chance: Chance): string {
  const length = chance.weighed([
    [20, 1 + chance.below(6)],
    [4, 1 + chance.below(40)],
    [1, 1 + chance.below(300)],
  ]);
  let name = '';
  for (let left = length; left > 0; left -= 1) name += chance.is(0.6) ? chance.pick(PIECES) : randomCharacter(chance);
  return name === '' || chance.is(0.5) ? `${name}.m4a` : name;
}

/** A content type: from the list mostly, else what a file could claim for itself. */
export function randomContentType(chance: Chance): string {
  if (chance.is(0.8))
    return chance.pick(['audio/mp4', 'audio/x-m4a', 'video/quicktime', 'audio/amr-wb', 'audio/3gpp2']);
  return chance.pick(['audio/', '/', 'audio', '', 'audio/mp4;a=b', 'Audio/MP4', 'audio/mp4 ']) + chance.pick(PIECES);
}
