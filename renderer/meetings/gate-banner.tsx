import type { GateView } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { useWords } from '../i18n/words';
import { useStore } from '../store';
import { useNow } from '../ui/clock';
import { Icon } from '../ui/icon';
import { type GateAction, gateLooks, gateText } from './gate-looks';

interface GateBannerProps {
  readonly gate: GateView;
  /** Its main button may be the solid one of the screen. */
  readonly solid: boolean;
}

/** One closed gate: its reason, its end, its button. */
export function GateBanner({ gate, solid }: GateBannerProps) {
  const words = useWords();
  const now = useNow(gate.until);
  const looks = gateLooks(gate);
  const { text, sub } = gateText(gate, now, words);
  const left = gate.until === null ? 0 : gate.until - now;

  const act = (action: GateAction) => {
    if (action === 'buy-minutes') bridge.buyMinutes();
    else if (action === 'set-token') useStore.getState().askForToken(true);
    else bridge.openGate(gate.gate);
  };

  return (
    <div
      className="banner"
      data-testid="gate-banner"
      data-gate={gate.gate}
      data-until={gate.until === null ? undefined : new Date(gate.until).toISOString()}
      data-who={looks.who}
    >
      <div className="b-main">
        <span className="b-icon">
          <Icon name={looks.icon} />
        </span>
        <div>
          <p className="b-text">{text}</p>
          {sub !== null && <p className="b-sub">{sub}</p>}
        </div>
      </div>
      {looks.actions.length > 0 && (
        <div className="b-acts">
          {looks.actions.map(({ action, label, main }) => (
            <button
              key={action}
              type="button"
              className={`btn ${main && solid ? 'btn-solid' : 'btn-soft'}`}
              data-action={action}
              disabled={action === 'open-gate' && gate.probing}
              onClick={() => act(action)}
            >
              {words.t(label)}
            </button>
          ))}
        </div>
      )}
      {looks.countsDown && left > 0 && (
        <div className="b-until">
          <b>{words.span(left)}</b>
          <span>{words.t('gate.until')}</span>
        </div>
      )}
    </div>
  );
}
