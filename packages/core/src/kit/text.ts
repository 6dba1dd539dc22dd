const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * The first `length` characters followed by "..." when the text is longer; the text itself otherwise.
 * Counts what a reader sees as one character, so that an emoji or an accent is never cut in half.
 */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return `${text.slice(0, index)}...`;
    count += 1;
  }
  return text;
}
