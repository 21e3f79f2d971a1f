// @ts-check
// Source files as a map, so that checks are functions of text and can be tried on trees that exist only in a test.
import fs from 'node:fs';
import path from 'node:path';

const TEXT = /\.([cm]?[jt]sx?|css)$/;

/**
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {Map<string, string>} path from root (with `/`) → text; empty for what is no source text
 */
export function readTree(root, folders) {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const folder of folders) {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(root, file).split(path.sep).join('/');
      files.set(name, TEXT.test(name) ? fs.readFileSync(file, 'utf8') : '');
    }
  }
  return files;
}
