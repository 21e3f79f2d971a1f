// Whom TLS trusts: the roots that come with Node, those of the system where this Electron can read them, and the one its user chose
// (case 61). Only ever more roots, never a way around a check.

import tls from 'node:tls';

/** Node's own function, of newer Electrons only. */
type ReadSystemRoots = (type: 'system') => readonly string[];

/** The roots as they are now, the same array until they change; undefined: Node's own are all there is. */
export type Roots = () => readonly string[] | undefined;

/**
 * `chosen`: PEM of the user's certificate, or null. The roots are put together at the first call and after a change of it: they are
 * hundreds of KB of text, which the start of the app does not need.
 */
export function createRoots(
  chosen: () => string | null,
  readSystem: () => readonly string[] = systemRoots,
  own: () => readonly string[] = () => tls.rootCertificates,
): Roots {
  let system: readonly string[] | null = null;
  let made: { readonly chosen: string | null; readonly roots: readonly string[] | undefined } | null = null;
  return () => {
    const pem = chosen();
    if (made?.chosen === pem) return made.roots;
    system ??= readSystem();
    const more = pem === null ? system : [...system, pem];
    made = { chosen: pem, roots: more.length === 0 ? undefined : distinct([...own(), ...more]) };
    return made.roots;
  };
}

/** Most of the system's roots are Node's too, and each is parsed. */
function distinct(roots: readonly string[]): readonly string[] {
  return [...new Map(roots.map((pem) => [pem.replace(/\s+/g, ''), pem])).values()];
}

function systemRoots(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: ReadSystemRoots };
  try {
    return getCACertificates?.('system') ?? [];
  } catch {
    // A broken store of the system must not take sending away from whoever does not need it.
    return [];
  }
}
