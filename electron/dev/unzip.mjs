// @ts-check
// A small zip reader (stored and deflated entries, no zip64): enough for one known archive, and needs no unzip(1).
import fs from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/**
 * @param {string} file
 * @param {string} outDir
 * @param {(name: string) => string | null} rename where an entry goes inside outDir; null leaves it out
 */
export function unzip(file, outDir, rename) {
  const zip = fs.readFileSync(file);
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw new Error(`${file} is not a zip archive`);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`${file}: the directory is damaged`);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const to = name.endsWith('/') ? null : rename(name);
    if (to) writeEntry(zip, at, inside(outDir, to));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

/** @param {Buffer} zip @param {number} at start of its directory entry @param {string} file */
function writeEntry(zip, at, file) {
  const method = zip.readUInt16LE(at + 10);
  const packedSize = zip.readUInt32LE(at + 20);
  const size = zip.readUInt32LE(at + 24);
  const mode = (zip.readUInt32LE(at + 38) >>> 16) & 0o777;
  const header = zip.readUInt32LE(at + 42);
  // The local header has lengths of its own: its extra field may differ from the directory's.
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const packed = zip.subarray(start, start + packedSize);
  const data = method === 0 ? packed : inflateRawSync(packed);
  if (data.length !== size) throw new Error(`${file}: wrong size in the archive`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, data, { mode: mode || 0o644 });
}

/** @param {string} dir @param {string} relative */
function inside(dir, relative) {
  const file = path.resolve(dir, relative);
  if (!file.startsWith(path.resolve(dir) + path.sep)) throw new Error(`An entry leaves its folder: ${relative}`);
  return file;
}
