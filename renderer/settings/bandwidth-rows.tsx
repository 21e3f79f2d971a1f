import { useId } from 'react';
import type { Bandwidth, NightLimit } from '../../electron/contract/settings';
import { bridge } from '../bridge';
import { formatMinuteOfDay } from '../i18n/dates';
import type { Words } from '../i18n/words';
import { Select } from '../ui/select';
import { Switch } from '../ui/switch';
import { RateChoice } from './rate-choice';
import { SettingRow } from './setting-row';

/** 2:00 to 8:00: when Iranian providers sell traffic of the night. */
const USUAL_NIGHT: NightLimit = { from: 2 * 60, to: 8 * 60, limit: null };

const HALF_HOURS: readonly number[] = Array.from({ length: 48 }, (_, n) => n * 30);

interface BandwidthRowsProps {
  readonly bandwidth: Bandwidth;
  readonly words: Words;
}

/** How fast uploads may be, by day and by night. */
export function BandwidthRows({ bandwidth: { limit, night }, words }: BandwidthRowsProps) {
  const { t } = words;
  const id = useId();
  const change = (part: Partial<Bandwidth>) => bridge.changeSettings({ bandwidth: { limit, night, ...part } });
  return (
    <>
      <SettingRow wide label={<label htmlFor={id}>{t('settings.limit')}</label>} hint={t('settings.limit.hint')}>
        <RateChoice id={id} testId="limit" value={limit} onChange={(to) => change({ limit: to })} words={words} />
      </SettingRow>
      <SettingRow label={t('settings.night')} hint={t('settings.night.hint')}>
        <Switch
          on={night !== null}
          label={t('settings.night')}
          action="night-limit"
          onChange={(on) => change({ night: on ? USUAL_NIGHT : null })}
        />
      </SettingRow>
      {night && <NightRows night={night} onChange={(to) => change({ night: to })} words={words} />}
    </>
  );
}

interface NightRowsProps {
  readonly night: NightLimit;
  readonly onChange: (night: NightLimit) => void;
  readonly words: Words;
}

function NightRows({ night: { from, to, limit }, onChange, words }: NightRowsProps) {
  const { t, language } = words;
  const id = useId();
  const change = (part: Partial<NightLimit>) => onChange({ from, to, limit, ...part });
  // A time between the half hours may come from another version, and is not lost by looking at it.
  const times = (minute: number) =>
    [...new Set([...HALF_HOURS, minute])]
      .sort((a, b) => a - b)
      .map((each) => ({ value: String(each), text: formatMinuteOfDay(each, language) }));
  return (
    <>
      <SettingRow
        wide
        label={t('settings.night.hours')}
        hint={t(from === to ? 'settings.night.hours.none' : 'settings.night.hours.hint')}
      >
        <Select
          testId="night-from"
          label={t('settings.night.from')}
          value={String(from)}
          options={times(from)}
          onChange={(minute) => change({ from: Number(minute) })}
        />
        <span className="muted">{t('settings.night.to')}</span>
        <Select
          testId="night-to"
          label={t('settings.night.to')}
          value={String(to)}
          options={times(to)}
          onChange={(minute) => change({ to: Number(minute) })}
        />
      </SettingRow>
      <SettingRow
        wide
        label={<label htmlFor={id}>{t('settings.night.limit')}</label>}
        hint={t('settings.night.limit.hint')}
      >
        <RateChoice id={id} testId="night-limit" value={limit} onChange={(to) => change({ limit: to })} words={words} />
      </SettingRow>
    </>
  );
}
