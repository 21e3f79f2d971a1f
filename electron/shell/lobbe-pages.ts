// Pages of Lobbe's web app that people are sent to. Their addresses are not documented: this is the one place that guesses.

import type { RecordingId } from '../contract/ids';

const HOME = 'https://app.lobbe.ai/';

export const lobbePages = {
  home: HOME,
  minutes: `${HOME}billing`,
  tokens: `${HOME}settings/tokens`,
  meeting: (id: RecordingId) => `${HOME}meetings/${encodeURIComponent(id)}`,
} as const;
