/** How long an end counts after its certificate was seen last, in milliseconds. */
const remembered = 3_600_000;

/**
 * The ends of the certificates that a cluster showed within the last hour. Behind one address there can be several nodes,
 * each with its own certificate. Without a memory, the report would change with the node that answers.
 */
export class RecentEnds {
  readonly #seen = new Map<string, number>();

  /**
   * While the cluster cannot be reached, its last ends stay.
   * @param now milliseconds of a clock that never goes back
   */
  note(ends: ReadonlySet<string>, now: number): void {
    if (ends.size === 0) return;
    for (const end of ends) this.#seen.set(end, now);
    for (const [end, seenAt] of this.#seen) if (now - seenAt > remembered) this.#seen.delete(end);
  }

  /** Undefined before the first one. */
  get earliest(): string | undefined {
    return [...this.#seen.keys()].toSorted()[0];
  }
}
