import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon';

/** A key, as a keyboard has it printed, and as `aria-keyshortcuts` wants it. */
export interface Shortcut {
  readonly shown: string;
  readonly keys: string;
}

export interface MenuItem {
  /** Becomes `data-action`. */
  readonly action: string;
  readonly label: string;
  readonly icon: IconName;
  readonly flip?: boolean;
  /** The key that does the same on a row. */
  readonly shortcut?: Shortcut;
  /** Takes something away: set apart, at the end. */
  readonly danger?: boolean;
}

interface ActionMenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Says what the items are about, where that is more than the anchor tells. */
  readonly heading?: string;
  /** The button it belongs to: it opens below it. */
  readonly anchor: HTMLElement | null;
  /** Where the pointer asked for it instead. */
  readonly at?: { readonly x: number; readonly y: number } | null;
  readonly onChoose: (action: string) => void;
  readonly onClose: () => void;
}

const GAP = 4;
const EDGE = 8;

/** A menu in the top layer, so that no list clips it. In the document only while it is open. */
export function ActionMenu({ label, items, heading, anchor, at = null, onChoose, onClose }: ActionMenuProps) {
  const element = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const [place, setPlace] = useState({ top: 0, left: 0 });

  useLayoutEffect(() => {
    const menu = element.current;
    if (!menu) return;
    opener.current ??= document.activeElement;
    menu.showPopover?.();
    setPlace(placeOf(menu.getBoundingClientRect(), anchor?.getBoundingClientRect() ?? null, at));
    focusItem(menu, 0);
  }, [anchor, at]);

  // A row that changes its place takes its menu out of the top layer with it, and no event tells.
  useEffect(() => {
    const menu = element.current;
    if (!menu || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (menu.matches(':popover-open')) return;
      menu.showPopover();
      focusItem(menu, 0);
    });
    observer.observe(menu);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && element.current?.contains(event.target)) return;
      // The button that opened it closes it by itself.
      if (event.target instanceof Node && anchor?.contains(event.target)) return;
      onClose();
    };
    const events = ['pointerdown', 'wheel', 'resize', 'blur'] as const;
    for (const name of events) window.addEventListener(name, outside, { capture: name !== 'blur' });
    return () => {
      for (const name of events) window.removeEventListener(name, outside, { capture: name !== 'blur' });
    };
  }, [anchor, onClose]);

  const close = () => {
    onClose();
    // Back to where the keyboard was: a row whose own keys opened it, or the button.
    const from = opener.current;
    if (from instanceof HTMLElement && from !== document.body && from.isConnected) from.focus();
    else anchor?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // The row below would take the key for its own.
    event.stopPropagation();
    const menu = element.current;
    if (!menu) return;
    const { key } = event;
    if (key === 'Escape' || key === 'Tab') close();
    else if (key === 'ArrowDown') focusItem(menu, focusedIndex(menu) + 1);
    else if (key === 'ArrowUp') focusItem(menu, focusedIndex(menu) - 1);
    else if (key === 'Home') focusItem(menu, 0);
    else if (key === 'End') focusItem(menu, -1);
    else return;
    event.preventDefault();
  };

  const ordered = [...items.filter((item) => !item.danger), ...items.filter((item) => item.danger)];
  return (
    <div
      className="menu"
      role="menu"
      aria-label={label}
      popover="manual"
      tabIndex={-1}
      ref={element}
      style={place}
      onKeyDown={onKeyDown}
    >
      {heading !== undefined && (
        <p className="menu-head" aria-hidden="true">
          {heading}
        </p>
      )}
      {ordered.map((item, index) => (
        <button
          key={item.action}
          type="button"
          role="menuitem"
          tabIndex={-1}
          data-action={item.action}
          aria-keyshortcuts={item.shortcut?.keys}
          className={`${item.danger ? 'danger' : ''}${item.danger && index > 0 && !ordered[index - 1]?.danger ? ' apart' : ''}`}
          onClick={() => {
            close();
            onChoose(item.action);
          }}
        >
          <Icon name={item.icon} small flip={item.flip ?? false} />
          <span>{item.label}</span>
          {item.shortcut && <kbd>{item.shortcut.shown}</kbd>}
        </button>
      ))}
    </div>
  );
}

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

function focusedIndex(menu: HTMLElement): number {
  return itemsOf(menu).indexOf(document.activeElement as HTMLElement);
}

function focusItem(menu: HTMLElement, index: number): void {
  const items = itemsOf(menu);
  if (items.length > 0) items[(index + items.length) % items.length]?.focus();
}

/** Below the anchor, at its inline end; above it where there is no room; never outside the window. */
function placeOf(
  menu: DOMRect,
  anchor: DOMRect | null,
  at: { readonly x: number; readonly y: number } | null,
): { top: number; left: number } {
  const isRtl = document.documentElement.dir === 'rtl';
  const start = at ?? { x: anchor ? (isRtl ? anchor.left : anchor.right) : 0, y: (anchor?.bottom ?? 0) + GAP };
  // Opens towards the inside: a pointer's menu starts at the pointer, a button's ends at the button.
  const left = isRtl === (at === null) ? start.x : start.x - menu.width;
  const fits = start.y + menu.height + EDGE <= window.innerHeight;
  const top = fits ? start.y : (at ? start.y : (anchor?.top ?? start.y) - GAP) - menu.height;
  const within = (value: number, size: number, room: number) => Math.max(EDGE, Math.min(value, room - size - EDGE));
  return { top: within(top, menu.height, window.innerHeight), left: within(left, menu.width, window.innerWidth) };
}
