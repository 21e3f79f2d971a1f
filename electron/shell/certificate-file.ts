// A file with trusted roots that somebody picked: what is taken of it, and why it is not taken.

import { X509Certificate } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { TrustedCertificate } from '../contract/settings';
import type { CertificateTrouble } from '../contract/snapshot';
import { readWithoutBlocking } from '../disk/open-file';

/** An organisation has a handful of roots of 1 to 2 KB each. They are in the state, which is written whole at each change. */
const MOST_BYTES = 64 * 1024;

const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Reads one certificate or several, as PEM, or one in the binary form that Windows exports. Never throws. */
export async function readCertificate(file: string): Promise<TrustedCertificate | CertificateTrouble> {
  const bytes = await readAtMost(file);
  return typeof bytes === 'string' ? bytes : certificateOf(bytes, path.basename(file));
}

/** What `bytes` are as trusted roots. Only certificates are kept of them: such a file may hold a private key too. */
export function certificateOf(bytes: Buffer, fileName: string): TrustedCertificate | CertificateTrouble {
  const blocks = bytes.toString('latin1').match(BLOCK) ?? [];
  try {
    const certificates = (blocks.length > 0 ? blocks : [bytes]).map((each) => new X509Certificate(each));
    const [first] = certificates;
    return {
      pem: certificates.map((certificate) => certificate.toString()).join(''),
      name: (first ? nameOf(first) : null) ?? fileName,
    };
  } catch {
    return 'not-a-certificate';
  }
}

async function readAtMost(file: string): Promise<Buffer | CertificateTrouble> {
  let opened: fs.FileHandle | null = null;
  try {
    opened = await fs.open(file, readWithoutBlocking);
    const found = await opened.stat();
    // A device has no size, and no end.
    if (!found.isFile()) return 'unreadable';
    return found.size > MOST_BYTES ? 'too-large' : await opened.readFile();
  } catch {
    return 'unreadable';
  } finally {
    await opened?.close().catch(() => {});
  }
}

/** Its subject's common name, or else its organisation. */
function nameOf({ subject }: X509Certificate): string | null {
  const field = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1]?.replace(/\\(.)/g, '$1') ?? null;
  return field('CN') ?? field('O');
}
