import { type RefObject, useLayoutEffect } from 'react';

/**
 * When an element goes away with the focus in it, the focus goes on to the row that the keyboard was on, or to the button of the empty
 * list: else the keyboard would be nowhere.
 */
export function useFocusGoesOn(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const going = element.current;
    return () => {
      if (!going?.contains(document.activeElement)) return;
      // What takes its place is there by then, and may have taken the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusList();
      });
    };
  }, [element]);
}

/** Puts the focus on the row that the keyboard is on. */
export function focusActiveRow(): void {
  document.querySelector<HTMLElement>('[data-testid="meeting-row"][tabindex="0"]')?.focus({ preventScroll: true });
}

function focusList(): void {
  focusActiveRow();
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.empty [data-action="add-files"]')?.focus();
}
