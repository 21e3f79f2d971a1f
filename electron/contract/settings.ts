// What a user can set. Kept in the state, so that it has the same durability as the queue.

export type LanguageSetting = 'system' | 'fa' | 'en';

/** The language in use, after `system` was resolved. */
export type Language = 'fa' | 'en';

/** What counts at night instead, when traffic is cheaper or nobody else needs the line. */
export interface NightLimit {
  /** Minutes of the local day, 0 to 1439. An end before its beginning is one of the next morning; equal ones are no time at all. */
  readonly from: number;
  readonly to: number;
  readonly limit: number | null;
}

/** How fast all uploads together may be, in bytes per second; null: as fast as they can. */
export interface Bandwidth {
  readonly limit: number | null;
  readonly night: NightLimit | null;
}

/** How Lobbe is reached. The proxy's password is a secret, and not in here. */
export interface ProxySettings {
  /** `manual`: by `server`, and never without it. */
  readonly mode: 'system' | 'none' | 'manual';
  /** `http://host:port` or `socks5://host:port`; kept while another mode is chosen. */
  readonly server: string | null;
  /** For a proxy that asks who one is, the system's too. */
  readonly user: string | null;
}

/** Roots that are trusted beside those of the app and the system: of an organisation that looks into its traffic. */
export interface TrustedCertificate {
  readonly pem: string;
  /** What people know it by. */
  readonly name: string;
}

/** What the system tells of; `minutes`: that they are out, and of daily caps. */
export interface Notifications {
  readonly ready: boolean;
  readonly naming: boolean;
  readonly minutes: boolean;
  readonly failed: boolean;
  /** Also of meetings that were sent from elsewhere. */
  readonly elsewhere: boolean;
}

export interface Settings {
  readonly language: LanguageSetting;
  /** Uploads at a time, 1 to 4. */
  readonly parallelUploads: number;
  readonly bandwidth: Bandwidth;
  readonly proxy: ProxySettings;
  readonly certificate: TrustedCertificate | null;
  readonly notifications: Notifications;
}

/** What the window sees of them: of the certificate its name. */
export type SettingsView = Omit<Settings, 'certificate'> & { readonly certificate: string | null };

/** What can be set by a word. A proxy and a certificate have commands of their own, as they have to be looked at first. */
export type SettingsChange = Partial<Omit<Settings, 'proxy' | 'certificate'>> & { readonly certificate?: null };

/** Where a token is kept: encrypted by the OS, readable on this disk (the user said so), or only until the app quits. */
export type TokenStorage = 'encrypted' | 'plain' | 'session';

/** Where the password of a proxy is kept: never readable on a disk. */
export type PasswordStorage = Exclude<TokenStorage, 'plain'>;
