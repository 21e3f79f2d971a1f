// What the store has to tell: disks and profiles in trouble.

import fs from 'node:fs';
import path from 'node:path';
import type { StoreNotice } from '../../../electron/contract/problem';
import { seal, unseal } from '../../../electron/store/generation-format';
import { SCHEMA_VERSION } from '../../../electron/store/migrations';
import { makeProfile, openProfile } from '../../bench/profile';
import { NARROW } from '../acts';
import { HOUR, lobbes, ours } from '../records';
import type { Place, Scene, State, Studio } from '../scene';
import { listOf } from '../stored';
import { showSnapshot } from '../studio';

const stored = (place: Place) =>
  listOf(
    [
      ours(1, 'مصاحبه با خانم رضایی، بخش دوم.m4a', [49, 46], { stage: 'paused', wait: null, until: null }),
      ours(2, 'Zoom Meeting - Product Weekly 2026-11-30.mp4', [58, 412], { stage: 'paused', wait: null, until: null }),
      lobbes(3, 'Weekly sync 2026-11-30.m4a', [28, 26], { stage: 'ready', at: place.now - 2 * HOUR, unseen: true }),
    ],
    place,
  );

/** The generation that was written last. */
function newest(account: string): string {
  const revision = (file: string) => Number(/"revision":(\d+)/.exec(fs.readFileSync(file, 'utf8'))?.[1]);
  const [first = ''] = ['state-a.json', 'state-b.json']
    .map((name) => path.join(account, name))
    .sort((a, b) => revision(b) - revision(a));
  return first;
}

const edit = (file: string, change: (text: string) => string) =>
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));

/** Waits for this notice: another one would make a picture as well. */
const notice =
  (which: StoreNotice) =>
  async ({ page }: Studio) => {
    await page.locator(`[data-testid="store-notice"][data-notice="${which}"]`).waitFor();
  };

/** From now on the disk takes nothing: the system says so to whoever writes. */
const diskSays = (code: string, which: StoreNotice) => async (studio: Studio) => {
  await studio.app.evaluate((_electron, said) => {
    const disk = process.getBuiltinModule('node:fs');
    const refuse = () => {
      throw Object.assign(new Error(said), { code: said });
    };
    Object.assign(disk, { writeFileSync: refuse, writeSync: refuse });
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
  }, code);
  await studio.page.locator('[data-action="pause-all"]').click();
  await notice(which)(studio);
};

export const notices: readonly Scene[] = [
  {
    name: 'an older generation',
    stored,
    prepare: ({ account }) => edit(newest(account), (text) => text.replace('paused', 'pausee')),
    states: [
      { name: 'notice-restored-older', arrange: notice('restored-older') },
      { name: 'narrow-notice', arrange: notice('restored-older'), size: NARROW },
    ],
  },
  {
    name: 'a newer version’s store',
    stored,
    prepare: ({ account }) => {
      const file = newest(account);
      const read = unseal(fs.readFileSync(file, 'utf8'));
      if (read.kind !== 'valid') throw new Error(`${file} is ${read.kind}`);
      const { state, revision } = read.generation;
      const { bytes } = seal([Buffer.from(JSON.stringify(state))], revision, '9.0.0', SCHEMA_VERSION + 1);
      fs.writeFileSync(file, bytes);
    },
    states: [{ name: 'notice-newer-version', arrange: notice('newer-version') }],
  },
  {
    name: 'a store that is gone',
    stored,
    prepare: ({ account }) => {
      for (const name of ['state-a.json', 'state-b.json']) fs.rmSync(path.join(account, name));
    },
    states: [{ name: 'notice-missing', arrange: notice('missing') }],
  },
  {
    name: 'a damaged archive',
    prepare: async ({ account }) => {
      await makeProfile(account, 80);
      const archive = path.join(account, 'archive');
      const [first = ''] = fs.readdirSync(archive).sort();
      fs.truncateSync(path.join(archive, first), 100);
    },
    states: [{ name: 'notice-archive-damaged', arrange: notice('archive-damaged') }],
  },
  {
    name: 'another writer',
    stored,
    states: [
      {
        name: 'notice-other-writer',
        arrange: async (studio) => {
          const { store } = await openProfile(studio.account);
          await store.commit((state) => ({ ...state, lostInARow: 1 }));
          await store.settled();
          await studio.page.locator('[data-action="pause-all"]').click();
          await notice('other-writer')(studio);
        },
      },
    ],
  },
  { name: 'a full disk', stored, states: [{ name: 'notice-disk-full', arrange: diskSays('ENOSPC', 'disk-full') }] },
  {
    name: 'a disk that takes nothing',
    stored,
    states: [{ name: 'notice-read-only', arrange: diskSays('EROFS', 'read-only') }],
  },
  {
    name: 'news that do not come, and of the app',
    stored,
    states: [
      ...(['stuck', 'update-needed'] as const).map(
        (trouble): State => ({
          name: `feed-${trouble}`,
          arrange: async (studio) => {
            await showSnapshot(studio, ({ feed }) => ({ feed: { ...feed, trouble } }));
            await studio.page.getByTestId('feed-notice').waitFor();
          },
        }),
      ),
      {
        name: 'update-installed',
        arrange: async (studio) => {
          await showSnapshot(studio, ({ app }) => ({ app: { ...app, update: 'installed' } }));
          await studio.page.getByTestId('update-notice').waitFor();
        },
      },
    ],
  },
];
