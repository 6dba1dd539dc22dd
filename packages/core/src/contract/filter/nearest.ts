/** How many letters have to change to turn one word into another, at most `most` + 1. */
function distance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + Number(from[i - 1] !== to[j - 1]),
        ),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The word that was probably meant; undefined when none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const most = word.length <= 3 ? 1 : 2;
  const lower = word.toLowerCase();
  const ranked = words
    .map((each) => ({ each, far: distance(lower, each.toLowerCase(), most) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far);
  return ranked[0]?.each;
}
