// @ts-check
// All pictures of the gallery on one page: a row for each state, its languages and themes side by side.
import fs from 'node:fs';
import path from 'node:path';

const NAME = /^(.+)-(fa|en)-(light|dark)\.png$/;
const KINDS = ['fa-light', 'fa-dark', 'en-light', 'en-dark'];

/**
 * @param {string} folder
 * @returns {number} how many pictures there are
 */
export function writeContactSheet(folder) {
  fs.mkdirSync(folder, { recursive: true });
  const pictures = fs.readdirSync(folder).filter((name) => NAME.test(name));
  const states = [...new Set(pictures.map((name) => NAME.exec(name)?.[1] ?? ''))].sort();
  const rows = states.map((state) => {
    const shown = KINDS.map((kind) => `${state}-${kind}.png`).filter((name) => pictures.includes(name));
    const links = shown.map((name) => `<a href="${name}"><img loading="lazy" src="${name}" alt="${name}"></a>`);
    return `<section id="${state}"><h2>${state}</h2><div>${links.join('')}</div></section>`;
  });
  fs.writeFileSync(path.join(folder, 'index.html'), page(rows.join('\n')));
  return pictures.length;
}

/** @param {string} rows */
function page(rows) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>
body { margin: 24px; font: 14px system-ui; background: #888; }
h2 { font-size: 14px; }
section > div { display: flex; gap: 8px; align-items: start; }
section a { flex: 1; min-width: 0; }
section img { max-width: 100%; }
</style>
${rows}
</html>
`;
}
