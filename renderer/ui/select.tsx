import { Icon } from './icon';

interface SelectProps<Value extends string> {
  readonly id?: string;
  readonly label?: string;
  readonly testId: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}

/** The system's own list of choices, which the keyboard and screen readers know. Named by a `<label>` for its `id`, or by `label`. */
export function Select<Value extends string>({ id, label, testId, value, options, onChange }: SelectProps<Value>) {
  return (
    <span className="select-wrap">
      <select
        className="select"
        id={id}
        aria-label={label}
        data-testid={testId}
        value={value}
        // Only what was offered can be chosen.
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="down" small />
    </span>
  );
}
