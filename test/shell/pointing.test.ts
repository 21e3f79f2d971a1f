import { expect, test } from 'vitest';
import { createPointing } from '../../electron/shell/pointing';
import { idOf } from '../builders/meetings';

test('a page that is only about to open is led to the last meeting that was clicked', () => {
  const sent: string[] = [];
  const pointing = createPointing((id) => sent.push(id));
  pointing.at(idOf(1));
  pointing.at(idOf(2));
  expect(sent).toEqual([]);
  pointing.ready();
  pointing.ready();
  expect(sent).toEqual([idOf(2)]);
  pointing.at(idOf(3));
  expect(sent).toEqual([idOf(2), idOf(3)]);
});
