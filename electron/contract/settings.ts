// What a user can set. Kept in the state, so that it has the same durability as the queue.

export type LanguageSetting = 'system' | 'fa' | 'en';

/** The language in use, after `system` was resolved. */
export type Language = 'fa' | 'en';

export interface Settings {
  readonly language: LanguageSetting;
  /** Uploads at a time, 1 to 4. */
  readonly parallelUploads: number;
}

/** Where a token is kept: encrypted by the OS, readable on this disk (the user said so), or only until the app quits. */
export type TokenStorage = 'encrypted' | 'plain' | 'session';
