import type { TokenCheck } from '../../electron/contract/api';
import { troubleText } from './trouble-text';
import type { Words } from './words';

/** What Lobbe said of a token that was stored, and what follows from that. */
export function tokenCheckText(check: TokenCheck, { t }: Words): string {
  if (check.kind !== 'unchecked') return t(`token.check.${check.kind}`);
  const trouble = troubleText(check.trouble);
  return trouble === null ? t('token.check.unchecked') : t('token.check.trouble', { trouble: t(trouble) });
}
