let graphemes: Intl.Segmenter | undefined;
const oneColumnEach = /^[\x20-\x7e]*$/;

/** What a terminal draws two columns wide: letters of East Asia, full-width forms, and pictures. */
const wide =
  /^(?:[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303e\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|.\ufe0f)/u;
/** Marks and signs without a base: they take no column of their own. */
const narrowest = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const halfWidth = /^[\uff61-\uffdc]/;

function* partsOf(text: string): Generator<{ part: string; columns: number }> {
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment: part } of graphemes.segment(text)) {
    const isWide = wide.test(part) && !halfWidth.test(part);
    yield { part, columns: narrowest.test(part) ? 0 : isWide ? 2 : 1 };
  }
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  if (oneColumnEach.test(text)) return text.length;
  let width = 0;
  for (const { columns } of partsOf(text)) width += columns;
  return width;
}

/** A text in so many columns: cut with "…", or with blanks behind it, or before it where it ends there. */
export function fit(text: string, width: number, atEnd = false): string {
  const cut = widthOf(text) > width ? `${begin(text, width - 1)}…` : text;
  const blanks = " ".repeat(Math.max(0, width - widthOf(cut)));
  return atEnd ? blanks + cut : cut + blanks;
}

function begin(text: string, width: number): string {
  let taken = "";
  let left = width;
  for (const { part, columns } of partsOf(text)) {
    left -= columns;
    if (left < 0) break;
    taken += part;
  }
  // A sign that joins two letters joins nothing any more.
  return taken.replace(/\p{Cf}+$/u, "");
}
