// The least that shows a window: what the start of the app is measured against. The window's options are those of shell/window.ts.
import path from 'node:path';
import { app, BrowserWindow } from 'electron';

const directory = process.argv.find((arg) => arg.startsWith('--user-data-dir='))?.split('=')[1];
if (directory) app.setPath('userData', directory);
process.on('SIGTERM', () => app.exit(0));

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 980,
    height: 680,
    minWidth: 360,
    minHeight: 420,
    show: false,
    backgroundColor: '#fbfcfc',
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
  });
  window.once('ready-to-show', () => {
    window.show();
    // As the app's log says it.
    process.stderr.write('the window is up\n');
  });
  void window.loadFile(path.join(import.meta.dirname, 'index.html'));
});
