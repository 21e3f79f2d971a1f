// The form of what the window may ask to be set. What is in it is looked at where it is carried out.

import { z } from 'zod';
import type { ProxySettings, SettingsChange } from '../contract/settings';

const limit = z.int().positive().nullable();
const minuteOfDay = z
  .int()
  .min(0)
  .max(24 * 60 - 1);

/** More than any address, name or password of a proxy has. */
const LONG = 1024;

export const settingsChange = z
  .strictObject({
    language: z.enum(['system', 'fa', 'en']),
    parallelUploads: z.int().min(1).max(4),
    bandwidth: z.strictObject({
      limit,
      night: z.strictObject({ from: minuteOfDay, to: minuteOfDay, limit }).nullable(),
    }),
    notifications: z.strictObject({
      ready: z.boolean(),
      naming: z.boolean(),
      minutes: z.boolean(),
      failed: z.boolean(),
      elsewhere: z.boolean(),
    }),
    // Only its removal: what is trusted comes from a file that its user picked.
    certificate: z.null(),
  })
  .partial()
  // An absent field and one that is undefined are the same to the window, and not to the types.
  .transform(
    (change) => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as SettingsChange,
  );

export const proxySettings = z.strictObject({
  mode: z.enum(['system', 'none', 'manual']),
  server: z.string().max(LONG).nullable(),
  user: z.string().max(LONG).nullable(),
}) satisfies z.ZodType<ProxySettings>;

/** Null: as it is; empty: forgotten. */
export const proxyPassword = z.string().max(LONG).nullable();
