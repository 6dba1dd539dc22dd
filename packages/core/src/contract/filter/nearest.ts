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
  const lower = word.toLowerCase();
  const near = words.flatMap((each) => {
    const most = Math.min(word.length, each.length) <= 3 ? 1 : 2;
    const far = distance(lower, each.toLowerCase(), most);
    return far <= most ? [{ each, far }] : [];
  });
  return near.toSorted((a, b) => a.far - b.far)[0]?.each;
}
