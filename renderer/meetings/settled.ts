import { useEffect, useState } from 'react';

/** Whether a value has not changed for `ms`. False in the very render that brings a new value. */
export function useSettled(value: string, ms: number): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled === value;
}
