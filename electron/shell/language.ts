import { app } from 'electron';
import type { Language, LanguageSetting } from '../contract/settings';

/** The language of a setting: `system` is Persian where the first language of the system that we speak is Persian. */
export function languageOf(setting: LanguageSetting): Language {
  if (setting !== 'system') return setting;
  const known = app
    .getPreferredSystemLanguages()
    .map((tag) => tag.toLowerCase().split(/[-_]/)[0])
    .find((tag) => tag === 'fa' || tag === 'en');
  return known === 'fa' ? 'fa' : 'en';
}

/** Native menus and dialogs take their direction from switches that Chromium reads before `ready`. */
export function setNativeLanguage(language: Language): void {
  app.commandLine.appendSwitch('lang', language);
  app.commandLine.appendSwitch('force-ui-direction', language === 'fa' ? 'rtl' : 'ltr');
}
