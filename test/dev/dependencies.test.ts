import { expect, it } from 'vitest';
import { difference } from '../../electron/dev/dependencies.mjs';

const a = { version: '1.0.0', integrity: 'sha512-a' };

it('is up to date when what is installed is what is wanted', () => {
  expect(difference({ '': { version: '0.1.0' }, 'node_modules/a': a }, { 'node_modules/a': a })).toBeNull();
});

it('does not miss what is for another system', () => {
  expect(
    difference({ 'node_modules/a': a, 'node_modules/win': { ...a, optional: true } }, { 'node_modules/a': a }),
  ).toBeNull();
});

it('is stale when a package is missing, of another version or content, or too many', () => {
  expect(difference({ 'node_modules/a': a }, {})).toMatch(/missing/);
  expect(difference({ 'node_modules/a': a }, { 'node_modules/a': { ...a, version: '1.0.1' } })).toMatch(/changed/);
  expect(difference({ 'node_modules/a': a }, { 'node_modules/a': { ...a, integrity: 'sha512-b' } })).toMatch(/changed/);
  expect(difference({}, { 'node_modules/a': a })).toMatch(/not wanted/);
});
