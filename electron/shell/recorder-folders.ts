import path from 'node:path';
import type { FolderOffer } from '../contract/watched-folders';

/** Folders of this computer's user, as the system names them. */
export interface UserFolders {
  readonly documents: string;
  readonly videos: string;
  /** Where programs keep their settings. */
  readonly appData: string;
}

/**
 * Where Zoom and OBS keep recordings unless they were told otherwise, as far as those folders are there. OBS uses one that everybody
 * has: it is named only where OBS has been used.
 */
export async function recorderFolders(
  { documents, videos, appData }: UserFolders,
  isFolder: (path: string) => Promise<boolean>,
): Promise<readonly FolderOffer[]> {
  const zoom: FolderOffer = { recorder: 'zoom', path: path.join(documents, 'Zoom') };
  const obs: FolderOffer = { recorder: 'obs', path: videos };
  const [hasZoom, usedObs, hasVideos] = await Promise.all(
    [zoom.path, path.join(appData, 'obs-studio'), obs.path].map(isFolder),
  );
  return [...(hasZoom ? [zoom] : []), ...(usedObs && hasVideos ? [obs] : [])];
}
