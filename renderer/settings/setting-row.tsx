import type { ReactNode } from 'react';

interface SettingRowProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is set stands below its label where the window is narrow. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** One setting: what it is, a hint, and what sets it. */
export function SettingRow({ label, hint, wide = false, children }: SettingRowProps) {
  return (
    <div className={wide ? 'set-row wide' : 'set-row'}>
      <div>
        <div className="l">{label}</div>
        {hint !== undefined && <p className="h">{hint}</p>}
      </div>
      <div className="acts">{children}</div>
    </div>
  );
}
