interface SwitchProps {
  readonly on: boolean;
  readonly label: string;
  /** `data-action` of the switch. */
  readonly action: string;
  /** It cannot be set here. */
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** On or off, at once. */
export function Switch({ on, label, action, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={on}
      aria-label={label}
      data-action={action}
      disabled={disabled}
      onClick={() => onChange(!on)}
    />
  );
}
