/** A name as names are compared: those that differ only in case, or in how a character is encoded, are the same. */
export const comparable = (name: string): string => name.normalize("NFKC").toLowerCase();

interface Refusals {
  /** How many names there can be. */
  most: number;
  /** What is thrown for a name that another one has, and for one too many. */
  taken: () => Error;
  full: () => Error;
}

/** Names in the form in which they are compared, with one more. */
export function withName(names: readonly string[], name: string, { most, taken, full }: Refusals): string[] {
  if (names.includes(comparable(name))) throw taken();
  if (names.length >= most) throw full();
  return [...names, comparable(name)];
}

export const withoutName = (names: readonly string[], name: string): string[] =>
  names.filter((each) => each !== comparable(name));
