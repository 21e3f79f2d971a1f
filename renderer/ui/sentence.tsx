import { splitCodes } from '../i18n/bidi';

/** A sentence whose isolated codes stand in the face of codes, left to right. */
export function Sentence({ text }: { readonly text: string }) {
  const parts = splitCodes(text);
  if (parts.length === 1 && parts[0]?.isCode === false) return text;
  let at = 0;
  return parts.map((part) => {
    at += part.text.length + 1;
    return part.isCode ? (
      <bdi key={at} className="code">
        {part.text}
      </bdi>
    ) : (
      part.text
    );
  });
}

/** Short facts in a row, with dots between them; each isolated from its neighbours. */
export function Dotted({ parts }: { readonly parts: readonly string[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fact is known by its place in the line
    <span key={index}>
      {index > 0 && <span className="sep-dot">·</span>}
      <bdi>
        <Figures text={part} />
      </bdi>
    </span>
  ));
}

/** Runs of Persian digits, each an element of its own: only they may be set closer than the letters beside them, which join. */
export function Figures({ text }: { readonly text: string }) {
  const parts = text.split(/([۰-۹٫]+)/);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a number is known by its place in the text
      <span key={index} className="figures">
        {part}
      </span>
    ),
  );
}
