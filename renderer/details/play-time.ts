import type { Language } from '../../electron/contract/settings';
import { formatNumber } from '../i18n/numbers';

/** A place in a recording as players write it: 0:12, 46:00, 1:02:05; in the language's digits. */
export function playTime(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const latin = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
  return latin.replace(/\d/g, (digit) => formatNumber(Number(digit), language));
}
