import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import type { LocalFile } from '../../electron/contract/local-file';
import type { MeetingView } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { formatNumber } from '../i18n/numbers';
import { useWords } from '../i18n/words';
import { Icon } from '../ui/icon';
import { playTime } from './play-time';
import './player.css';

/** Plays a meeting's own file, while that is there; nothing for a meeting without one. */
export function Player({ meeting }: { readonly meeting: MeetingView }) {
  const { file, askAgain } = useLocalFile(meeting);
  const [asked, setAsked] = useState(false);
  switch (file?.kind) {
    case 'playable':
      return (
        <Controls
          address={file.address}
          durationMs={meeting.durationMs}
          onTrouble={() => {
            setAsked(true);
            askAgain();
          }}
        />
      );
    case 'other-kind':
    case 'changed':
      return <NotPlayed meeting={meeting} why={file.kind} />;
    case 'gone':
      // Where nobody wanted to hear it, its row says what there is to say.
      return asked ? <NotPlayed meeting={meeting} why="gone" /> : null;
    default:
      return null;
  }
}

function NotPlayed({
  meeting,
  why,
}: {
  readonly meeting: MeetingView;
  readonly why: 'other-kind' | 'changed' | 'gone';
}) {
  const { t } = useWords();
  return (
    <section className="sec player-note" data-testid="player-note" data-reason={why}>
      <p>{t(`player.${why}`)}</p>
      {why !== 'gone' && (
        <button
          type="button"
          className="btn btn-link"
          data-action="show-in-folder"
          onClick={() => bridge.act(meeting.id, 'show-in-folder')}
        >
          {t('action.show-in-folder')}
        </button>
      )}
    </section>
  );
}

interface ControlsProps {
  readonly address: string;
  readonly durationMs: number | null;
  /** It could not be played, or no further. */
  readonly onTrouble: () => void;
}

const SPEEDS = [1, 1.5, 2] as const;

/** Nothing is read before play is pressed, and nothing after this is gone from the screen. */
function Controls({ address, durationMs, onTrouble }: ControlsProps) {
  const words = useWords();
  const { t, language } = words;
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState((durationMs ?? 0) / 1000);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);

  useEffect(() => {
    const element = audio.current;
    return () => {
      if (!element) return;
      // Out of the document it would play on, and its request stay open.
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
  }, []);

  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    // What keeps it from playing comes as an error of the element; a play that a pause overtook is no error.
    if (element.paused) element.play().catch(() => {});
    else element.pause();
  };
  const seek = (to: number) => {
    setAt(to);
    if (audio.current) audio.current.currentTime = to;
  };
  const nextSpeed = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };

  const whole = Math.max(1, length);
  const [now, end] = [playTime(at, language), playTime(length, language)];
  return (
    // A player runs from left to right everywhere, as time does on every other one.
    <section
      className="sec player"
      data-testid="player"
      data-playing={playing}
      aria-label={t('player.label')}
      dir="ltr"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: what was said is what Lobbe writes down */}
      <audio
        ref={audio}
        src={address}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => {
          const { duration } = event.currentTarget;
          if (Number.isFinite(duration)) setLength(duration);
        }}
        onError={onTrouble}
      />
      <button
        type="button"
        className="icon-btn play"
        data-action="play"
        aria-label={t(playing ? 'player.pause' : 'player.play')}
        title={t(playing ? 'player.pause' : 'player.play')}
        onClick={toggle}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <span className="num">{now}</span>
      <input
        type="range"
        data-action="play-position"
        min={0}
        max={whole}
        step={1}
        value={Math.min(at, whole)}
        style={{ '--played': `${(100 * Math.min(at, whole)) / whole}%` } as CSSProperties}
        aria-label={t('player.position')}
        aria-valuetext={t('player.position.of', { at: now, length: end })}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <span className="num">{end}</span>
      <button
        type="button"
        className="btn btn-quiet btn-sm speed num"
        data-action="play-speed"
        aria-label={`${t('player.speed')}: ${speedName(speed)}`}
        title={t('player.speed')}
        onClick={nextSpeed}
      >
        {speedName(speed)}
      </button>
    </section>
  );

  function speedName(value: number): string {
    return t('player.speed.times', { value: formatNumber(value, language, Number.isInteger(value) ? 0 : 1) });
  }
}

/** What main knows of the meeting's file; null while it was not asked. Asked again when the meeting moved, as its file may have. */
function useLocalFile({ id, group, size, stage }: MeetingView): {
  readonly file: LocalFile | null;
  /** It could not be played. If it is there and unchanged, then it is of a kind that this window cannot play. */
  readonly askAgain: () => void;
} {
  const [file, setFile] = useState<LocalFile | null>(null);
  const isOpen = useRef(true);
  const hasFile = group !== 'elsewhere' && size !== null;

  const ask = useCallback(
    (whyNot: LocalFile | null) => {
      const receive = (found: LocalFile | null) => {
        if (isOpen.current) setFile(found?.kind === 'playable' ? (whyNot ?? found) : found);
      };
      bridge.localFile(id).then(receive, () => receive(null));
    },
    [id],
  );

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stage later the file may be another, or gone
  useEffect(() => {
    if (hasFile) ask(null);
  }, [ask, hasFile, stage]);

  return { file: hasFile ? file : null, askAgain: () => ask({ kind: 'other-kind' }) };
}
