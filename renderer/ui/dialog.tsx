import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** Whether one is open: then Esc is its own, also where the focus is on nothing in it. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** A modal dialog: the browser's own, which keeps focus inside, closes on Esc and gives focus back. */
export function Dialog({ title, onClose, testId, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) {
      if (typeof dialog.showModal === 'function') dialog.showModal();
      else dialog.setAttribute('open', '');
    }
    return () => {
      dialog?.close?.();
      // The browser gives focus back on close, but not when the element is taken away at once.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it by Esc, which the browser reports as `cancel`
    <dialog
      className="dialog"
      aria-labelledby={titleId}
      data-testid={testId}
      ref={element}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Only the backdrop is the dialog itself; its content is in the box within.
        if (event.target === element.current) onClose();
      }}
    >
      <div className="dialog-box">
        <h1 id={titleId}>{title}</h1>
        {children}
      </div>
    </dialog>
  );
}
