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

/** Shorter beginnings say little: many words begin with one letter. */
const [leastTyped, leastKnown] = [2, 3];

/** Whether one word is the beginning of the other: "mem" of "memory", "util" of "utilization". */
const begins = (typed: string, known: string): boolean =>
  (typed.length >= leastTyped && known.startsWith(typed)) ||
  (known.length >= leastKnown && typed.startsWith(known));

/** The word that was probably meant; undefined when none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const begun = words.find((each) => begins(lower, each.toLowerCase()));
  if (begun !== undefined) return begun;
  const near = words.flatMap((each) => {
    const most = Math.min(word.length, each.length) <= 3 ? 1 : 2;
    const far = distance(lower, each.toLowerCase(), most);
    return far <= most ? [{ each, far }] : [];
  });
  return near.toSorted((a, b) => a.far - b.far)[0]?.each;
}
