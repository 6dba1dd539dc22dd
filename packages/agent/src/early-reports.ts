/** So many early reports may follow each other. */
const burst = 6;
/** After them there is one in this time, in milliseconds: the usual interval. */
const refill = 60_000;

/** Bounds the early reports of an agent. Servers that flap cost at most twice its usual reports. */
export class EarlyReports {
  #left = burst;
  #countedAt: number;

  /** @param now milliseconds of any clock */
  constructor(now: number) {
    this.#countedAt = now;
  }

  /** Whether one more may be sent, which is counted then. */
  take(now: number): boolean {
    const gained = Math.floor((now - this.#countedAt) / refill);
    if (gained > 0) {
      this.#left = Math.min(burst, this.#left + gained);
      this.#countedAt += gained * refill;
    }
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
