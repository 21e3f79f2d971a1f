// The drawings of the icons: 20px lines, stroke 1.5, round caps. Stage icons share one circle, so that a column of them is even.
// One table, longer than a file should be, because it is data.

import type { ReactNode } from 'react';

const circle = <circle cx="10" cy="10" r="7.25" />;
const sheet = (
  <path d="M10.8 2.75H6A1.75 1.75 0 0 0 4.25 4.5v11c0 .97.78 1.75 1.75 1.75h8c.97 0 1.75-.78 1.75-1.75V7.7zM10.8 2.75V7.7h4.95" />
);

/** The shapes by name. */
export const shapes = {
  bell: (
    <path d="M10 3a4.6 4.6 0 0 0-4.6 4.6c0 4.2-1.6 5.4-1.6 5.4h12.4s-1.6-1.2-1.6-5.4A4.6 4.6 0 0 0 10 3zM8.5 15.9a1.7 1.7 0 0 0 3 0" />
  ),
  uploading: (
    <>
      {circle}
      <path d="M10 13.5v-7M7 9.3l3-3 3 3" />
    </>
  ),
  waiting: (
    <>
      {circle}
      <path d="M10 6.2V10l2.6 1.7" />
    </>
  ),
  queued: (
    <>
      <circle cx="10" cy="10" r="7.25" strokeDasharray="2.2 2.35" />
    </>
  ),
  preparing: (
    <>
      {circle}
      <circle className="dot" cx="10" cy="10" r="3" />
    </>
  ),
  paused: (
    <>
      {circle}
      <path d="M8.2 7.4v5.2M11.8 7.4v5.2" />
    </>
  ),
  processing: (
    <>
      {circle}
      <path d="M7 9v2M10 6.8v6.4M13 8.6v2.8" />
    </>
  ),
  ready: (
    <>
      {circle}
      <path d="M6.9 10.2l2.1 2.1 4.2-4.5" />
    </>
  ),
  failed: (
    <>
      {circle}
      <path d="M7.6 7.6l4.8 4.8M12.4 7.6l-4.8 4.8" />
    </>
  ),
  naming: (
    <>
      <circle cx="8" cy="6.8" r="3.05" />
      <path d="M2.6 16.2c.5-3 2.6-4.7 5.4-4.7 1.5 0 2.8.5 3.7 1.3M13.4 6.3a1.9 1.9 0 1 1 2.7 1.75c-.6.28-.8.65-.8 1.3v.35" />
      <circle className="dot" cx="15.3" cy="12.2" r=".95" />
    </>
  ),
  'file-changed': (
    <>
      {sheet}
      <path d="M7.4 12.3h5.2M10.9 10.4l1.9 1.9-1.9 1.9" />
    </>
  ),
  'over-daily-cap': (
    <>
      <path d="M3.9 14.6a7.25 7.25 0 1 1 12.2 0" />
      <path d="M10 11.6l3.3-3.9" />
      <circle className="dot" cx="10" cy="11.8" r="1.35" />
    </>
  ),
  'maybe-delivered': (
    <>
      {circle}
      <path d="M8.05 8.1a1.98 1.98 0 1 1 2.95 1.73c-.7.4-1 .78-1 1.52" />
      <circle className="dot" cx="10" cy="13.55" r=".95" />
    </>
  ),
  'file-missing': (
    <>
      <path
        strokeDasharray="2.4 2.3"
        d="M10.8 2.75H6A1.75 1.75 0 0 0 4.25 4.5v11c0 .97.78 1.75 1.75 1.75h8c.97 0 1.75-.78 1.75-1.75V7.7zM10.8 2.75V7.7h4.95"
      />
    </>
  ),
  'file-unreadable': (
    <>
      {sheet}
      <rect className="dot" x="7.4" y="11.4" width="5.2" height="3.7" rx="1" />
      <path d="M8.6 11.4v-.9a1.4 1.4 0 0 1 2.8 0v.9" />
    </>
  ),
  'not-audio': (
    <>
      {sheet}
      <path d="M8.4 10.7l3.2 3.2M11.6 10.7l-3.2 3.2" />
    </>
  ),
  'empty-file': (
    <>
      {sheet}
      <path d="M8 12.4h4" />
    </>
  ),
  rejected: (
    <>
      <path d="M6.97 2.75h6.06l4.22 4.22v6.06l-4.22 4.22H6.97l-4.22-4.22V6.97z" />
      <path d="M10 6.4v4.3" />
      <circle className="dot" cx="10" cy="13.4" r=".95" />
    </>
  ),
  deleted: (
    <>
      <path d="M3.9 5.6h12.2M7.7 5.4V4.1c0-.6.4-1 1-1h2.6c.6 0 1 .4 1 1v1.3M5.4 5.8l.7 9.8c.06.8.7 1.4 1.5 1.4h4.8c.8 0 1.44-.6 1.5-1.4l.7-9.8" />
    </>
  ),
  cancelled: (
    <>
      {circle}
      <path d="M6.9 10h6.2" />
    </>
  ),
  search: (
    <>
      <circle cx="8.9" cy="8.9" r="5.1" />
      <path d="M12.7 12.7l3.8 3.8" />
    </>
  ),
  plus: (
    <>
      <path d="M10 4.2v11.6M4.2 10h11.6" />
    </>
  ),
  pause: (
    <>
      <path d="M7.2 5v10M12.8 5v10" />
    </>
  ),
  play: (
    <>
      <path d="M7 4.9v10.2l8-5.1z" />
    </>
  ),
  settings: (
    <>
      <path d="M3.2 6.3h7.3M14.9 6.3h1.9M3.2 13.7h1.9M9.5 13.7h7.3" />
      <circle cx="12.7" cy="6.3" r="2.1" />
      <circle cx="7.3" cy="13.7" r="2.1" />
    </>
  ),
  more: (
    <>
      <circle className="dot" cx="4.9" cy="10" r="1.3" />
      <circle className="dot" cx="10" cy="10" r="1.3" />
      <circle className="dot" cx="15.1" cy="10" r="1.3" />
    </>
  ),
  close: (
    <>
      <path d="M5.6 5.6l8.8 8.8M14.4 5.6l-8.8 8.8" />
    </>
  ),
  retry: (
    <>
      <path d="M15.9 9.1A6.1 6.1 0 1 0 15.2 13" />
      <path d="M16.4 5.4v3.8h-3.8" />
    </>
  ),
  first: (
    <>
      <path d="M4.5 4.2h11M10 16V7.6M6.4 11.1L10 7.5l3.6 3.6" />
    </>
  ),
  open: (
    <>
      <path d="M8.2 4.5H5.3c-.7 0-1.3.6-1.3 1.3v8.9c0 .7.6 1.3 1.3 1.3h8.9c.7 0 1.3-.6 1.3-1.3v-2.9M11.4 4h4.6v4.6M15.8 4.2L9.4 10.6" />
    </>
  ),
  back: (
    <>
      <path d="M15.6 10H4.6M9.1 5.4L4.5 10l4.6 4.6" />
    </>
  ),
  moon: <path d="M16.2 11.9A6.7 6.7 0 0 1 8.1 3.8a6.7 6.7 0 1 0 8.1 8.1z" />,
  undo: <path d="M7.6 4.4L3.9 8.1l3.7 3.7M4.3 8.1h7.2a4.05 4.05 0 0 1 0 8.1H8.4" />,
  down: (
    <>
      <path d="M5.8 8l4.2 4.2L14.2 8" />
    </>
  ),
  copy: (
    <>
      <rect x="7.2" y="7.2" width="9" height="9" rx="1.75" />
      <path d="M12.9 4.6a1.5 1.5 0 0 0-1.4-1H5.1a1.5 1.5 0 0 0-1.5 1.5v6.4c0 .65.4 1.2 1 1.4" />
    </>
  ),
  folder: (
    <>
      <path d="M2.9 6V5.3c0-.75.6-1.35 1.35-1.35h3.1l1.9 2h6.5c.75 0 1.35.6 1.35 1.35v7.4c0 .75-.6 1.35-1.35 1.35H4.25c-.75 0-1.35-.6-1.35-1.35z" />
    </>
  ),
  purse: (
    <>
      <path d="M4.1 6.3h10.6c.8 0 1.4.6 1.4 1.4v7c0 .8-.6 1.4-1.4 1.4H5.3c-.8 0-1.4-.6-1.4-1.4V5.9c0-1 .8-1.8 1.8-1.8h7.8v2.2" />
      <circle className="dot" cx="13.2" cy="11.2" r="1.1" />
    </>
  ),
  key: (
    <>
      <circle cx="6.9" cy="13.1" r="3.35" />
      <path d="M9.3 10.7l6.5-6.5M13.1 6.9l2.4 2.4" />
    </>
  ),
  offline: (
    <>
      <path d="M3 8.1a10 10 0 0 1 3-2M8.6 5.2A10 10 0 0 1 17 8.1M5.6 11a6.3 6.3 0 0 1 2.3-1.5M11.9 9.4A6.3 6.3 0 0 1 14.4 11M3.6 3.6l12.8 12.8" />
      <circle className="dot" cx="10" cy="14.9" r="1.25" />
    </>
  ),
  disk: (
    <>
      <path d="M3.2 11.4l2-6.1c.2-.6.8-1 1.4-1h6.8c.6 0 1.2.4 1.4 1l2 6.1" />
      <rect x="3" y="11.2" width="14" height="4.8" rx="1.4" />
      <circle className="dot" cx="13.9" cy="13.6" r=".95" />
    </>
  ),
  flask: (
    <>
      <path d="M8 3.2h4M8.7 3.2v4.6l-4.2 7c-.5.9.1 2 1.2 2h8.6c1.1 0 1.7-1.1 1.2-2l-4.2-7V3.2M6.4 12.4h7.2" />
    </>
  ),
  globe: (
    <>
      {circle}
      <path d="M2.8 10h14.4M10 2.75c2 2 3 4.5 3 7.25s-1 5.25-3 7.25c-2-2-3-4.5-3-7.25s1-5.25 3-7.25z" />
    </>
  ),
  gauge: (
    <>
      <path d="M3.9 14.6a7.25 7.25 0 1 1 12.2 0" />
      <path d="M10 11.6l3.3-3.9" />
    </>
  ),
  check: (
    <>
      <path d="M4.6 10.6l3.5 3.5 7.3-8" />
    </>
  ),
  net: (
    <>
      <path d="M3 8.1a10 10 0 0 1 14 0M5.6 11a6.3 6.3 0 0 1 8.8 0" />
      <circle className="dot" cx="10" cy="14.4" r="1.25" />
    </>
  ),
  file: <>{sheet}</>,
  account: (
    <>
      <circle cx="10" cy="7.2" r="3.2" />
      <path d="M4 16.6c.6-3.1 3-4.8 6-4.8s5.4 1.7 6 4.8" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;
