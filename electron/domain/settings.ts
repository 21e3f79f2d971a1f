// A change of the settings, as a change of the state. What a later version has put beside the fields we know stays there.

import type { Bandwidth, Settings, SettingsChange } from '../contract/settings';
import type { AppState } from './app-state';
import { networkIsBack } from './attempt';
import { LOWEST_LIMIT } from './bandwidth';

/** Carries out what the window asked for. A limit under the lowest becomes the lowest. */
export function changeSettings(state: AppState, change: SettingsChange): AppState {
  const bandwidth = change.bandwidth && changedBandwidth(state.settings.bandwidth, change.bandwidth);
  const notifications = change.notifications && { ...state.settings.notifications, ...change.notifications };
  const next = {
    ...state.settings,
    ...change,
    ...(bandwidth && { bandwidth }),
    ...(notifications && { notifications }),
  };
  return withSettings(state, next);
}

/**
 * The state with other settings. With another way to Lobbe, waits for the network end: whoever has just set it expects a try. What
 * Lobbe asked for is not touched.
 */
export function withSettings(state: AppState, settings: Settings): AppState {
  const next = { ...state, settings };
  return leadsElsewhere(state.settings, settings) ? networkIsBack(next) : next;
}

/** Whether connections are made differently. */
export function leadsElsewhere(before: Settings, after: Settings): boolean {
  return before.proxy !== after.proxy || before.certificate !== after.certificate;
}

function changedBandwidth(before: Bandwidth, change: Bandwidth): Bandwidth {
  const night = change.night && { ...before.night, ...change.night, limit: atLeastLowest(change.night.limit) };
  return { ...before, limit: atLeastLowest(change.limit), night };
}

function atLeastLowest(limit: number | null): number | null {
  return limit === null ? null : Math.max(LOWEST_LIMIT, limit);
}
