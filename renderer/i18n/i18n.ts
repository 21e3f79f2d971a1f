// One i18next instance with both catalogues inside: changing the language is a change of state, not a reload.

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../electron/contract/settings';
import { en } from './en';
import { fa } from './fa';

export const i18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: 'fa',
  fallbackLng: false,
  supportedLngs: ['fa', 'en'],
  resources: { fa: { translation: fa }, en: { translation: en } },
  // Keys are flat: their dots are part of the name.
  keySeparator: false,
  nsSeparator: false,
  // React escapes; an escaped name would be shown with its escapes.
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  initAsync: false,
  react: { useSuspense: false },
});

/** Switches language and direction of the whole window, without a reload. */
export function setLanguage(language: Language): void {
  const root = document.documentElement;
  root.lang = language;
  root.dir = language === 'fa' ? 'rtl' : 'ltr';
  if (i18n.language !== language) void i18n.changeLanguage(language);
}
