import { expect, it } from 'vitest';
import { physicalStyles } from '../../electron/dev/styles.mjs';

function findings(css: string): string[] {
  return physicalStyles(new Map([['renderer/a.css', css]])).map(({ line, instead }) => `${line}: ${instead}`);
}

it.each([
  ['left: 0', 'inset-inline-start'],
  ['right:0', 'inset-inline-end'],
  ['margin-left: 1px', 'margin-inline-start'],
  ['padding-right: 1px', 'padding-inline-end'],
  ['scroll-margin-left: 1px', 'scroll-margin-inline-start'],
  ['border-left: 1px solid', 'border-inline-start'],
  ['border-right-color: red', 'border-inline-end-color'],
  ['border-top-left-radius: 1px', 'border-start-start-radius'],
  ['text-align: left', 'text-align: start'],
  ['float: right', 'float: inline-end'],
  ['margin: 0 1px 0 2px', 'margin of each side by reading direction'],
  ['padding: 0 var(--a) 0 calc(1px + (2px * 3))', 'padding of each side by reading direction'],
])('refuses %s', (declaration, instead) => {
  expect(findings(`.a { ${declaration}; }`)).toEqual([`1: ${instead}`]);
  expect(findings(`.a {\n  color: red;\n  ${declaration}\n}`)).toEqual([`3: ${instead}`]);
});

it.each([
  'inset-inline-start: 0',
  'margin-inline: 1px 2px',
  'margin: 0 1px',
  'margin: 0 1px 2px 1px',
  'padding: 0 var(--a, 1px) 0 var(--a, 1px)',
  'text-align: start',
  'transform-origin: left center',
  '--left: 1px',
  'top: 0',
  'content: "left: 0; right: 0"',
])('accepts %s', (declaration) => {
  expect(findings(`.a { ${declaration}; }`)).toEqual([]);
});

it('accepts a physical side with a reason, and ignores comments, selectors and media queries', () => {
  expect(findings('.a { left: 50%; /* physical: centred on the screen */ }')).toEqual([]);
  expect(findings('/* left: 0; */ .left:hover { color: red } @media (min-width: 1px) { .a { color: red } }')).toEqual(
    [],
  );
});
