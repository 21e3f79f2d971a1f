import { type ReactNode, useState } from 'react';
import type { Answer } from '../../electron/contract/question';
import { Dialog } from '../ui/dialog';
import { FileName } from '../ui/file-name';
import { Icon, type IconName } from '../ui/icon';

/** One of the answers that take something in or open it; the first is the one that costs nothing. */
export interface Choice {
  readonly answer: Answer;
  readonly action: string;
  readonly label: string;
}

/** Gives the answer; `forAll`: to the others of its kind too. */
export type GiveAnswer = (answer: Answer, forAll: boolean) => void;

interface AskProps {
  readonly testId: string;
  readonly title: string;
  readonly icon: IconName;
  /** Of what was brought. */
  readonly name: string;
  /** What is known of it, below its name. */
  readonly children?: ReactNode;
  readonly choices: readonly Choice[];
  readonly leave: string;
  /** Offers to answer the others of its kind in one go; null: there are none. */
  readonly forAllLabel: string | null;
  readonly give: GiveAnswer;
}

/** A question about something that was brought. Esc is the answer that changes nothing. */
export function Ask({ testId, title, icon, name, children, choices, leave, forAllLabel, give }: AskProps) {
  const [forAll, setForAll] = useState(false);
  const given = (answer: Answer) => give(answer, forAll && forAllLabel !== null);
  return (
    <Dialog title={title} testId={testId} onClose={() => given('leave')}>
      <div className="ask-about">
        <Icon name={icon} />
        <div className="ask-name">
          <FileName name={name} />
        </div>
        {children}
      </div>
      <div className="ask-choices">
        {choices.map(({ answer, action, label }, index) => (
          <button
            key={action}
            type="button"
            className={`btn ${index === 0 ? 'btn-solid' : 'btn-soft'}`}
            data-action={action}
            onClick={({ detail }) => {
              // The next question stands where this one stood: the second half of a double click is no answer to it.
              if (detail <= 1) given(answer);
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="ask-rest">
        {forAllLabel !== null && (
          <label>
            <input
              type="checkbox"
              data-action="for-all"
              checked={forAll}
              onChange={(event) => setForAll(event.target.checked)}
            />
            {forAllLabel}
          </label>
        )}
        <button
          type="button"
          className="btn btn-quiet"
          data-action="leave"
          onClick={({ detail }) => {
            if (detail <= 1) given('leave');
          }}
        >
          {leave}
        </button>
      </div>
    </Dialog>
  );
}
