import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words';
import { DropArt } from '../ui/art';

interface DropOverlayProps {
  readonly onDrop: (files: readonly File[]) => void;
}

/**
 * Takes drops anywhere in the window, and says so while something is dragged over it. Whatever is dropped, the page stays: a
 * dropped web page or link would otherwise replace the window.
 */
export function DropOverlay({ onDrop }: DropOverlayProps) {
  const { t } = useWords();
  // Null while nothing is dragged; 0 where the system does not tell how many files there are before they are dropped.
  const [count, setCount] = useState<number | null>(null);

  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      const { dataTransfer } = event;
      if (!dataTransfer) return;
      const hasFiles = dataTransfer.types.includes('Files');
      dataTransfer.dropEffect = hasFiles ? 'copy' : 'none';
      if (hasFiles) setCount([...(dataTransfer.items ?? [])].filter((item) => item.kind === 'file').length);
    };
    const leave = (event: DragEvent) => {
      // Leaving one element for another is not leaving the window.
      if (event.relatedTarget === null) setCount(null);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setCount(null);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onDrop(files);
    };
    const events = { dragenter: over, dragover: over, dragleave: leave, drop };
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(events))
        window.removeEventListener(name, listener as EventListener);
    };
  }, [onDrop]);

  if (count === null) return null;
  return (
    <div className="drop" role="status">
      <div className="drop-in">
        <DropArt />
        <h1>{count > 0 ? t('drop.count', { count }) : t('drop.files')}</h1>
      </div>
    </div>
  );
}
