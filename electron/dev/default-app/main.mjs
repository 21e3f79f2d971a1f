// Stand-in for Electron's own default app, which the copy from the npm registry lacks: `electron [flags] <folder> [args]`.
// Top-level await on purpose: Electron holds back `ready` until this module has loaded, hence until the app's own entry
// has, as with the stock one.
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const args = process.argv.slice(1);
const required = [];
let target;
for (let i = 0; i < args.length && target === undefined; i++) {
  const arg = args[i];
  if (arg === '-r' || arg === '--require') {
    required.push(args[++i]);
  } else if (arg === '-v' || arg === '--version') {
    console.log(`v${process.versions.electron}`);
    process.exit(0);
  } else if (!arg.startsWith('-')) {
    target = arg;
  }
}
if (target === undefined) {
  console.error('usage: electron [flags] <app folder> [app arguments]');
  process.exit(1);
}
// What `-r` means to Node; Playwright attaches this way.
if (required.length > 0) Module._preloadModules(required);

try {
  const folder = path.resolve(target);
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
  const manifestFile = path.join(folder, 'package.json');
  if (fs.existsSync(manifestFile)) {
    const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8'));
    if (manifest.version) app.setVersion(manifest.version);
    app.name = manifest.productName || manifest.name || app.name;
    app.setDesktopName?.(manifest.desktopName || `${app.name}.desktop`);
    app.setAppPath(folder);
  } else {
    app.setAppPath(path.dirname(folder));
  }
  await import(pathToFileURL(Module._resolveFilename(folder, null, true)).href);
} catch (error) {
  console.error('The app could not be started from', target);
  console.error(error);
  process.exit(1);
}
