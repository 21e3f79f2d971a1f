import type { ReactNode } from 'react';

interface SettingRowProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is set stands below its label where the window is narrow. */
  readonly wide?: boolean;
  /** What tests and scripts know it by. */
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>;
  readonly children: ReactNode;
}

/** One setting: what it is, a hint, and what sets it. */
export function SettingRow({ label, hint, wide = false, data, children }: SettingRowProps) {
  return (
    <div className={wide ? 'set-row wide' : 'set-row'} {...data}>
      <div>
        <div className="l">{label}</div>
        {hint !== undefined && <p className="h">{hint}</p>}
      </div>
      <div className="acts">{children}</div>
    </div>
  );
}
