let graphemes: Intl.Segmenter | undefined;
const oneUnitEach = /^[\x20-\x7e]*$/;

/**
 * The first `length` characters followed by "..." when the text is longer; the text itself otherwise. Counts
 * graphemes, so that no emoji or accented letter is cut in half.
 */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  if (oneUnitEach.test(text)) return `${text.slice(0, length)}...`;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === length) return `${text.slice(0, index)}...`;
    count += 1;
  }
  return text;
}
