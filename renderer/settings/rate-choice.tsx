import { type KeyboardEvent, useState } from 'react';
import { formatNumber, readWholeNumber } from '../i18n/numbers';
import type { Words } from '../i18n/words';
import { Select } from '../ui/select';

/** Bytes per second: a share of a slow line, of a mobile one, of a good one, of a fast one. */
const presets: readonly number[] = [64_000, 256_000, 1_000_000, 5_000_000];
const BYTES_PER_UNIT = 1000;

interface RateChoiceProps {
  readonly id: string;
  readonly testId: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly words: Words;
}

/** A limit in bytes per second: none, one of a few, or a number of one's own. */
export function RateChoice({ id, testId, value, onChange, words }: RateChoiceProps) {
  const { t } = words;
  const [wantsOwn, setWantsOwn] = useState(false);
  const isOwn = wantsOwn || (value !== null && !presets.includes(value));
  const options = [
    { value: 'none', text: t('settings.limit.none') },
    ...presets.map((preset) => ({ value: String(preset), text: words.speed(preset) })),
    { value: 'own', text: t('settings.limit.own') },
  ];
  const choose = (chosen: string) => {
    setWantsOwn(chosen === 'own');
    if (chosen !== 'own') onChange(chosen === 'none' ? null : Number(chosen));
  };
  return (
    <>
      {isOwn && (
        <RateField testId={`${testId}-own`} value={value} focused={wantsOwn} onChange={onChange} words={words} />
      )}
      <Select
        id={id}
        testId={testId}
        value={isOwn ? 'own' : value === null ? 'none' : String(value)}
        options={options}
        onChange={choose}
      />
    </>
  );
}

interface RateFieldProps {
  readonly testId: string;
  readonly value: number | null;
  readonly focused: boolean;
  readonly onChange: (value: number) => void;
  readonly words: Words;
}

/** Takes effect when it is left, or by Enter: while somebody types 2000, 20 is not what they want. */
function RateField({ testId, value, focused, onChange, words: { t, language } }: RateFieldProps) {
  const shown = value === null ? '' : formatNumber(Math.round(value / BYTES_PER_UNIT), language);
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const typed = draft === null ? null : readWholeNumber(draft);
    setDraft(null);
    if (typed !== null && typed > 0) onChange(typed * BYTES_PER_UNIT);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key !== 'Escape' || draft === null) return;
    // Takes back what was typed; the next Esc leaves the settings.
    event.stopPropagation();
    setDraft(null);
  };
  return (
    <span className="rate">
      <input
        className="field"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        data-testid={testId}
        aria-label={t('settings.limit.rate')}
        value={draft ?? shown}
        // biome-ignore lint/a11y/noAutofocus: the choice that brought it here asks for a number
        autoFocus={focused}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <span className="muted">{t('settings.limit.unit')}</span>
    </span>
  );
}
