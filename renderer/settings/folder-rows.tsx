import { useEffect } from 'react';
import type { Snapshot } from '../../electron/contract/snapshot';
import type { FolderOffer, WatchedFolderView, WatchTrouble } from '../../electron/contract/watched-folders';
import { bridge } from '../bridge';
import { isolatedCode } from '../i18n/bidi';
import type { Words } from '../i18n/words';
import { FileName } from '../ui/file-name';
import { Icon } from '../ui/icon';
import { SettingRow } from './setting-row';

interface FolderRowsProps {
  readonly folders: Snapshot['folders'];
  readonly words: Words;
}

/** Folders whose new recordings are sent by themselves, those that may be, and the way to another one. */
export function FolderRows({ folders: { watched, offers }, words }: FolderRowsProps) {
  const { t } = words;
  // Only now: some systems ask their user whether the app may look there.
  useEffect(() => bridge.findRecorders(), []);
  return (
    <>
      {watched.map((folder) => (
        <WatchedFolder key={folder.id} folder={folder} words={words} />
      ))}
      {offers.map((offer) => (
        <OfferedFolder key={offer.recorder} offer={offer} words={words} />
      ))}
      <SettingRow
        label={
          <button
            type="button"
            className="btn btn-soft"
            data-action="add-watched-folder"
            onClick={() => bridge.watchFolder(null)}
          >
            <Icon name="plus" small />
            {t('settings.folders.add')}
          </button>
        }
        hint={watched.length === 0 ? t('settings.folders.hint') : undefined}
      >
        {null}
      </SettingRow>
    </>
  );
}

function WatchedFolder({ folder, words: { t } }: { readonly folder: WatchedFolderView; readonly words: Words }) {
  const { id, path, taken, trouble } = folder;
  const earlier = trouble === null ? folder.earlier : 0;
  const hint = (
    <>
      {t('settings.folder.hint', { count: taken })}
      {earlier > 0 && ` ${t('settings.folder.earlier', { count: earlier })}`}
    </>
  );
  return (
    <SettingRow
      wide={earlier > 0}
      label={<FileName name={path} isPath />}
      hint={trouble === null ? hint : <Trouble trouble={trouble} words={{ t }} />}
      data={{ 'data-testid': 'watched-folder', 'data-path': path, 'data-trouble': trouble ?? undefined }}
    >
      {earlier > 0 && (
        <button
          type="button"
          className="btn btn-quiet"
          data-action="send-earlier"
          onClick={({ detail }) => {
            // The second half of a double click is no second wish.
            if (detail <= 1) bridge.sendEarlier(id);
          }}
        >
          {t('settings.folder.send-earlier', { count: earlier })}
        </button>
      )}
      <button
        type="button"
        className="icon-btn"
        data-action="remove-watched-folder"
        aria-label={t('settings.folder.remove', { path: isolatedCode(path) })}
        title={t('settings.folder.remove.title')}
        onClick={() => bridge.unwatchFolder(id)}
      >
        <Icon name="close" small />
      </button>
    </SettingRow>
  );
}

/** What ends by itself is told quietly; what only its user can mend is not. */
function Trouble({ trouble, words: { t } }: { readonly trouble: WatchTrouble; readonly words: Pick<Words, 't'> }) {
  const needsYou = trouble === 'forbidden' || trouble === 'partly' || trouble === 'too-large';
  return <span className={needsYou ? 'needs-you' : undefined}>{t(`settings.folder.${trouble}`)}</span>;
}

interface OfferedFolderProps {
  readonly offer: FolderOffer;
  readonly words: Words;
}

function OfferedFolder({ offer: { recorder, path }, words: { t } }: OfferedFolderProps) {
  return (
    <SettingRow
      label={<FileName name={path} isPath />}
      hint={t(`settings.folder.offer.${recorder}`)}
      data={{ 'data-testid': 'offered-folder', 'data-recorder': recorder }}
    >
      <button
        type="button"
        className="btn btn-soft"
        data-action={`watch-${recorder}`}
        onClick={() => bridge.watchFolder(recorder)}
      >
        {t('settings.folder.watch')}
      </button>
    </SettingRow>
  );
}
