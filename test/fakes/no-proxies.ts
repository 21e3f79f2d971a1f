import type { SettingsCommandServices } from '../../electron/shell/settings-commands';

/** A system that names no proxy, for tests of other things. */
export const noProxies: SettingsCommandServices['proxies'] = {
  password: { keep: async () => {}, forget: async () => {} },
  ofSystem: async () => [],
};
