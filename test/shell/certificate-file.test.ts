import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificateOf, readCertificate } from '../../electron/shell/certificate-file';
import { folder } from '../store/builders';

const fixtures = path.join(import.meta.dirname, '../fixtures/tls');
const read = (name: string) => fs.readFileSync(path.join(fixtures, name));
const office = read('office-root.cert.pem');
const localhost = read('localhost.cert.pem');
const key = read('localhost.key.pem');
const pem = office.toString().trim();

describe('case 61: a file with roots to trust', () => {
  test('is known by the name of its certificate', async () => {
    const certificate = await readCertificate(path.join(fixtures, 'office-root.cert.pem'));
    expect(certificate).toEqual({ pem: `${pem}\n`, name: 'Office Root' });
  });

  test('may hold several, and words between them', () => {
    const bundle = Buffer.from(`# ours\n${office}\nsubject=CN = localhost\n${localhost}`);
    expect(certificateOf(bundle, 'bundle.pem')).toEqual({
      pem: `${pem}\n${localhost.toString().trim()}\n`,
      name: 'Office Root',
    });
  });

  test('may be in the binary form that Windows exports', () => {
    const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    expect(certificateOf(der, 'office.cer')).toEqual({ pem: `${pem}\n`, name: 'Office Root' });
  });

  test('leaves a private key where it was', () => {
    const certificate = certificateOf(Buffer.concat([key, office]), 'both.pem');
    expect(JSON.stringify(certificate)).not.toContain('PRIVATE');
    expect(certificate).toMatchObject({ name: 'Office Root' });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a key alone', key],
    ['words', Buffer.from('trust me')],
    ['a block that is cut off', Buffer.from(pem.slice(0, 200))],
    ['a block with something else in it', Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')],
    [
      'a good one beside a bad one',
      Buffer.from(`${pem}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`),
    ],
    ['random bytes', Buffer.from([0x30, 0x82, 1, 2, 3])],
  ])('is none with %s in it', (_, bytes) => {
    expect(certificateOf(bytes, 'x.pem')).toBe('not-a-certificate');
  });

  test('is not read if it is too large, a folder, or not there', async () => {
    const directory = folder();
    const large = path.join(directory, 'large.pem');
    fs.writeFileSync(large, `${pem}\n`.repeat(200));
    expect(fs.statSync(large).size).toBeGreaterThan(64 * 1024);
    expect(await readCertificate(large)).toBe('too-large');
    expect(await readCertificate(directory)).toBe('unreadable');
    expect(await readCertificate(path.join(directory, 'none.pem'))).toBe('unreadable');
  });

  test.runIf(process.platform !== 'win32')(
    'case 27: is not waited for if it is a pipe, which would hold a thread of libuv',
    async () => {
      const pipe = path.join(folder(), 'pipe.pem');
      execFileSync('mkfifo', [pipe]);
      expect(await readCertificate(pipe)).toBe('unreadable');
    },
  );
});
