import { dropFiles, expect, recordingAs, rowOf, sha256, test } from './app';

test('three files are dropped, one with a Persian name and one with an emoji: three meetings, ready, with the same content', async ({
  folder,
  lobbe,
  launch,
}) => {
  const names = ['جلسهٔ هیئت‌مدیره ۹ آذر.m4a', '会議🎙️.mp3', 'weekly "sync" 100%.ogg'];
  const fixtures = ['speech-fa.m4a', 'speech-fa-cbr.mp3', 'speech-fa-opus.ogg'];
  const files = names.map((name, i) => recordingAs(folder, name, fixtures[i]));
  const { page } = await launch();
  await dropFiles(page, files);
  for (const name of names) await expect(rowOf(page, name)).toHaveAttribute('data-stage', 'ready', { timeout: 20_000 });

  expect(lobbe.meetings).toHaveLength(3);
  expect(lobbe.charges).toHaveLength(3);
  for (const [i, file] of files.entries()) {
    const meeting = lobbe.meetings.find((m) => m.fileName === names[i]);
    expect(meeting?.sha256).toBe(await sha256(file));
    await expect(rowOf(page, names[i] ?? '')).toHaveAttribute('data-recording-id', meeting?.id ?? '');
  }
  expect(new Set(lobbe.meetings.map((m) => m.key)).size).toBe(3);
});
