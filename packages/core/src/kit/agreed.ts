/** The value that all of them have. Null when they differ, when one is not known, and when there are none. */
export function agreed<T>(values: readonly (T | null)[]): T | null {
  const [first = null] = values;
  return values.every((value) => value === first) ? first : null;
}
