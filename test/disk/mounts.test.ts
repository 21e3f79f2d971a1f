import path from 'node:path';
import { expect, test } from 'vitest';
import { mountOf } from '../../electron/disk/mounts';

test.each([
  ['a drive of macOS', '/Volumes/Team/2026/May/a.m4a', '/Volumes/Team'],
  ['a drive of Linux', '/media/sara/STICK/a/b.m4a', '/media/sara/STICK'],
  ['the same, elsewhere', '/run/media/sara/STICK/a/b.m4a', '/run/media/sara/STICK'],
  ['a mount of an admin', '/mnt/nas/a/b.m4a', '/mnt/nas'],
  ['a share of GNOME', '/run/user/1000/gvfs/smb-share:server=nas/a/b.m4a', '/run/user/1000/gvfs/smb-share:server=nas'],
  ['a folder of the home', '/home/sara/Meetings/a.m4a', '/home/sara/Meetings'],
  ['a file where drives are', '/Volumes/a.m4a', '/Volumes'],
])('case 24: what goes away together on macOS and Linux: %s', (_, file, mount) => {
  expect(mountOf(file, '/home/sara', path.posix)).toBe(mount);
});

test.each([
  ['a share', String.raw`\\NAS\Team\2026\a.m4a`, '\\\\nas\\team\\'],
  ['a drive', String.raw`Z:\2026\a.m4a`, 'z:\\'],
  ['a folder of the home’s drive', String.raw`c:\Users\sara\OneDrive\a.m4a`, String.raw`c:\Users\sara\OneDrive`],
])('case 24: what goes away together on Windows: %s', (_, file, mount) => {
  expect(mountOf(file, String.raw`C:\Users\sara`, path.win32)).toBe(mount);
});
