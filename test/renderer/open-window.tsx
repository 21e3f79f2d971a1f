// Opens the whole window on a fake `window.lobbe`, as main.tsx does it on the real one.

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import type { Snapshot } from '../../electron/contract/snapshot';
import { connect } from '../../renderer/bridge';
import { i18n } from '../../renderer/i18n/i18n';
import { initialState, useStore } from '../../renderer/store';
import { MainWindow } from '../../renderer/window';
import { aSnapshot } from './builders';
import { type FakeLobbe, makeFakeLobbe } from './fake-lobbe';

let disconnect = () => {};

/** Sets up and takes down what the window keeps outside of its components. Call once in a test file. */
export function freshWindow(): void {
  beforeEach(async () => {
    useStore.setState(initialState);
    await i18n.changeLanguage('fa');
  });
  afterEach(() => {
    cleanup();
    disconnect();
  });
}

/** The window, showing a snapshot. */
export async function openWindow(
  part: Partial<Snapshot> = {},
  answers: Omit<Parameters<typeof makeFakeLobbe>[0], 'snapshot'> = {},
): Promise<FakeLobbe> {
  const fake = makeFakeLobbe({ snapshot: aSnapshot(part), ...answers });
  Object.defineProperty(window, 'lobbe', { value: fake.api, configurable: true });
  disconnect = connect();
  await act(async () => {
    render(<MainWindow />);
  });
  return fake;
}

/** Main's part: something that the window did not ask for. */
export async function meanwhile(happens: () => void): Promise<void> {
  await act(async () => happens());
}

/** The row of a meeting, by the name of its file. */
export function rowOf(name: string): HTMLElement {
  const row = screen.getAllByTestId('meeting-row').find((element) => element.dataset.name === name);
  if (!row) throw new Error(`no row is named ${name}`);
  return row;
}

/** The button or menu item that does `action` within an element. */
export function actionIn(element: HTMLElement, action: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(`[data-action="${action}"]`);
  if (!found) throw new Error(`there is no ${action} here`);
  return found;
}

/** The menu that is open. jsdom shows no popover, so it counts as hidden there. */
export function openMenu(): HTMLElement {
  return screen.getByRole('menu', { hidden: true });
}
