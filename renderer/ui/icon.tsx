import { shapes } from './icon-shapes';

export type IconName = keyof typeof shapes;

interface IconProps {
  readonly name: IconName;
  readonly small?: boolean;
  /** Points along the reading direction, so it is mirrored in Persian. Clocks, ticks, play and up or down never are. */
  readonly flip?: boolean;
}

/** An icon. It never stands alone: its button or its row says in words what it means. */
export function Icon({ name, small = false, flip = false }: IconProps) {
  return (
    <svg className={`i${small ? ' i-16' : ''}${flip ? ' flip' : ''}`} viewBox="0 0 20 20" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
}
