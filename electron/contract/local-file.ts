// A recording's own file on this computer, as far as the window has to know of it.

/** Whether a recording can be played in the window. `gone` also while its disk does not answer. */
export type LocalFile =
  /** `address`: what a player in the window plays it from. */
  | { readonly kind: 'playable'; readonly address: string }
  /** Of a kind that only other programs play. */
  | { readonly kind: 'other-kind' }
  /** It is not the file any more that was queued. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'gone' };

/** What can be copied for Lobbe's support, by the meeting it belongs to; `request-id`: one that is in its timeline. */
export type CopiedFact =
  | { readonly kind: 'key' }
  | { readonly kind: 'request-id'; readonly requestId: string }
  /** All of it: ids, key, stage, times and answers. */
  | { readonly kind: 'support' };
