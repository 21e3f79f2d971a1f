// A file's name: isolated, made visible, shortened in the middle to the room it has.

import { useLayoutEffect, useRef, useState } from 'react';
import { visibleName } from '../i18n/bidi';
import { findFolded } from '../i18n/fold';
import { fitStem, nameParts } from './fit-name';

interface FileNameProps {
  readonly name: string;
  /** What was searched for; marked in the name. */
  readonly query?: string;
}

/** A name on one line. Its parent's width is the room it has. */
export function FileName({ name, query = '' }: FileNameProps) {
  const element = useRef<HTMLElement>(null);
  const shown = visibleName(name);
  const { stem, extension } = nameParts(shown);
  const [fitted, setFitted] = useState({ of: stem, stem });

  useLayoutEffect(() => {
    const parent = element.current?.parentElement;
    if (!parent) return;
    const fit = () => {
      const measured = element.current ? fitInto(element.current, parent.clientWidth, stem, extension) : stem;
      setFitted((before) => (before.of === stem && before.stem === measured ? before : { of: stem, stem: measured }));
    };
    fit();
    return onResize(parent, fit);
  }, [stem, extension]);

  return (
    <bdi className="fname" dir="auto" title={shown} ref={element}>
      {marked(fitted.of === stem ? fitted.stem : stem, query)}
      {extension !== '' && <span className="ext">{extension}</span>}
    </bdi>
  );
}

function marked(text: string, query: string) {
  const found = findFolded(text, query);
  if (!found) return text;
  return (
    <>
      {text.slice(0, found.start)}
      <mark>{text.slice(found.start, found.end)}</mark>
      {text.slice(found.end)}
    </>
  );
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
function fitInto(element: HTMLElement, width: number, stem: string, extension: string): string {
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
  return fitStem(stem, width - tail, measureWith(style.fontWeight));
}

const resized = new WeakMap<Element, () => void>();
let observer: ResizeObserver | undefined;

/** One observer for all names: a list has dozens, and each observer is a stop of its own in every frame. */
function onResize(element: Element, listener: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {};
  observer ??= new ResizeObserver((entries) => {
    for (const entry of entries) resized.get(entry.target)?.();
  });
  resized.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    resized.delete(element);
  };
}
