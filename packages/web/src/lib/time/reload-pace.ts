/** Between two reloads, in milliseconds: at first, and where a fleet changes all the time. */
const [shortest, longest] = [10_000, 60_000];

/**
 * Decides which changes reload a page. The first does at once. While changes go on, the reloads become rarer,
 * down to the usual interval.
 */
export class ReloadPace {
  #wait = shortest;
  #last = Number.NEGATIVE_INFINITY;

  /** Whether a change reloads now, which is counted then. @param now milliseconds of any clock */
  allows(now: number): boolean {
    const passed = now - this.#last;
    if (passed < this.#wait) return false;
    this.#wait = passed > 2 * longest ? shortest : Math.min(2 * this.#wait, longest);
    this.#last = now;
    return true;
  }
}
