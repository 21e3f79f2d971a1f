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
      <bdi>{part}</bdi>
    </span>
  ));
}
