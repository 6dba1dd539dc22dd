/** Counts the commands and requests that are sent to the servers of one deployment. */
export class SentCommands {
  readonly #names = new Set<string>();
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#names.add(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The names of all since the start. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /** How many of each name were sent since the last call, in alphabetical order. */
  take(): Record<string, number> {
    const counts = Object.fromEntries([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    this.#counts.clear();
    return counts;
  }
}
