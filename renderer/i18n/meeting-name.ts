import type { MeetingView } from '../../electron/contract/snapshot';
import type { Words } from './words';

/** What a meeting is called: its file's name, or its title at Lobbe. One from elsewhere may have neither yet. */
export function meetingName({ name }: Pick<MeetingView, 'name'>, { t }: Pick<Words, 't'>): string {
  return name === '' ? t('elsewhere.untitled') : name;
}
