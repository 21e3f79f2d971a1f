// Which paths go away together, told by the path alone: asking the disk is what may hang.

import { homedir } from 'node:os';
import path from 'node:path';

/** Where macOS and Linux put drives, shares and clouds: each is the folder below. */
const mounted = /^\/(?:Volumes\/[^/]+|(?:run\/)?media\/[^/]+\/[^/]+|mnt\/[^/]+|run\/user\/[^/]+\/gvfs\/[^/]+)(?=\/)/;

const ownHome = homedir();

/**
 * The share or drive that `file` is on, as far as its path says so. Otherwise its folder: the disk of the home does not hang as a whole,
 * only folders of it that a cloud or a mount stands behind.
 */
export function mountOf(file: string, home: string = ownHome, { parse, sep }: path.PlatformPath = path): string {
  const known = sep === '/' ? mounted.exec(file) : null;
  if (known !== null) return known[0];
  const { root, dir } = parse(file);
  const drive = root.toLowerCase();
  return drive === parse(home).root.toLowerCase() ? dir : drive;
}
