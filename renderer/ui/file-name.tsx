// A file's name: isolated, made visible, shortened in the middle to the room it has.

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pathInOrder, visibleName } from '../i18n/bidi';
import { type Found, findFolded } from '../i18n/fold';
import { fitPath, fitStem, nameParts } from './fit-name';

interface FileNameProps {
  readonly name: string;
  /** What was searched for; marked in the name. */
  readonly query?: string;
  /** It is the path of a folder: read from left to right, and without an extension. */
  readonly isPath?: boolean;
}

/** A name on one line. Its parent's width is the room it has. */
export function FileName({ name, query = '', isPath = false }: FileNameProps) {
  const element = useRef<HTMLElement>(null);
  const shown = visibleName(name);
  const { stem, extension } = isPath ? { stem: shown, extension: '' } : nameParts(shown);
  const [fitted, setFitted] = useState({ of: stem, stem });

  useLayoutEffect(() => {
    const parent = element.current?.parentElement;
    if (!parent) return;
    const fit = () => {
      const measured = element.current ? fitInto(element.current, parent.clientWidth, stem, extension, isPath) : stem;
      setFitted((before) => (before.of === stem && before.stem === measured ? before : { of: stem, stem: measured }));
    };
    return onResize(parent, fit);
  }, [stem, extension, isPath]);

  const shownStem = fitted.of === stem ? fitted.stem : stem;
  const found = findFolded(shownStem + extension, query);
  return (
    <bdi className="fname" dir={isPath ? 'ltr' : 'auto'} title={shown} ref={element}>
      {isPath ? pathInOrder(shownStem) : marked(shownStem, 0, found)}
      {extension !== '' && <span className="ext">{marked(extension, shownStem.length, found)}</span>}
    </bdi>
  );
}

/** `text` with what was found marked in it; it begins at `offset` of where that was looked for. */
function marked(text: string, offset: number, found: readonly Found[]) {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const { start, end } of found) {
    const [from, to] = [Math.max(done, start - offset), Math.min(text.length, end - offset)];
    if (from >= to) continue;
    parts.push(text.slice(done, from), <mark key={from}>{text.slice(from, to)}</mark>);
    done = to;
  }
  return parts.length === 0 ? text : [...parts, text.slice(done)];
}

/** The whole name, on as many lines as it takes. */
export function WholeName({ name }: { readonly name: string }) {
  const { stem, extension } = nameParts(visibleName(name));
  return (
    <bdi dir="auto">
      {stem}
      {extension !== '' && <span className="ext">{extension}</span>}
    </bdi>
  );
}

let canvas: CanvasRenderingContext2D | null = null;

// Measured on a canvas: trying texts in the document would make it lay out again for each of them.
function fitInto(element: HTMLElement, width: number, stem: string, extension: string, isPath: boolean): string {
  // Not laid out (hidden, or no layout at all): nothing to fit into.
  if (width === 0) return stem;
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return stem;
  const context = canvas;
  const style = getComputedStyle(element);
  const measureWith = (weight: string) => {
    const font = `${weight} ${style.fontSize} ${style.fontFamily}`;
    return (text: string) => {
      context.font = font;
      return context.measureText(text).width;
    };
  };
  const tail = extension === '' ? 0 : measureWith('400')(extension);
  return (isPath ? fitPath : fitStem)(stem, width - tail, measureWith(style.fontWeight));
}

const resized = new WeakMap<Element, () => void>();
let observer: ResizeObserver | undefined;

/**
 * One observer for all names: a list has dozens, and each observer is a stop of its own in every frame. It tells of an element first
 * when that is laid out and not painted yet: to ask for its width any earlier would make the browser lay out the page for it.
 */
function onResize(element: Element, listener: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {};
  observer ??= new ResizeObserver((entries) => {
    // Before the paint, so that no name is seen that is too long.
    flushSync(() => {
      for (const entry of entries) resized.get(entry.target)?.();
    });
  });
  resized.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    resized.delete(element);
  };
}
