import type { Notifications } from '../../electron/contract/settings';
import { bridge } from '../bridge';
import type { Words } from '../i18n/words';
import { Switch } from '../ui/switch';
import { SettingRow } from './setting-row';

const kinds = ['ready', 'naming', 'minutes', 'failed', 'elsewhere'] as const satisfies readonly (keyof Notifications)[];

interface NotificationRowsProps {
  readonly notifications: Notifications;
  readonly words: Words;
}

/** What the system tells of, kind by kind. */
export function NotificationRows({ notifications, words: { t } }: NotificationRowsProps) {
  return kinds.map((kind) => {
    const label = t(`settings.notifications.${kind}`);
    return (
      <SettingRow
        key={kind}
        label={label}
        hint={kind === 'elsewhere' ? t('settings.notifications.elsewhere.hint') : undefined}
      >
        <Switch
          on={notifications[kind]}
          label={label}
          action={`notify-${kind}`}
          onChange={(on) => bridge.changeSettings({ notifications: { ...notifications, [kind]: on } })}
        />
      </SettingRow>
    );
  });
}
