interface SwitchProps {
  readonly on: boolean;
  readonly label: string;
  /** `data-action` of the switch. */
  readonly action: string;
  readonly onChange: (on: boolean) => void;
}

/** On or off, at once. */
export function Switch({ on, label, action, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={on}
      aria-label={label}
      data-action={action}
      onClick={() => onChange(!on)}
    />
  );
}
