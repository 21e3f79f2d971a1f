import { expect, test } from 'vitest';
import { nameForLobbe } from '../../electron/domain/recording-name';

test.each([
  ['PTT-20261130-WA0001.opus', 'PTT-20261130-WA0001.ogg'],
  ['پیام صوتی.oga', 'پیام صوتی.ogg'],
  ['VOICE.OPUS', 'VOICE.ogg'],
])('case 13: a voice note %s goes as %s', (name, sent) => {
  expect(nameForLobbe(name)).toBe(sent);
});

test.each(['会議🎙️.m4a', 'foo .m4a', '.hidden', 'opus', 'oga.mp3', 'a.opus.wav', 'x\u202Ea4m.exe', 'a"\r\n.m4a'])(
  'any other name goes exactly as it is: %j',
  (name) => {
    expect(nameForLobbe(name)).toBe(name);
  },
);
