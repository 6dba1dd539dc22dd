/** "; did you mean x?" when one of the known names is close to the given one, else "; known are: ...". */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `; known are: ${known.join(", ")}` : `; did you mean ${near}?`;
}

/** The known name that a mistyped one stands for; undefined when none is close to it. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [closest] = known
    .map((candidate) => ({ candidate, steps: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps);
  const near = closest && closest.steps <= Math.max(1, Math.floor(closest.candidate.length / 3));
  return near ? closest.candidate : undefined;
}

/** The number of letters to add, remove or change to turn one word into the other (Levenshtein distance). */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
