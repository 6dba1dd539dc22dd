import { numbers } from "@shardwatch/local/seed/numbers";

/** Draws from distributions. The same seed gives the same draws. */
export class Random {
  readonly #next: () => number;
  #spare: number | undefined;

  constructor(seed: number) {
    this.#next = numbers(seed);
    // The first numbers of neighbouring seeds resemble each other.
    for (let count = 0; count < 5; count += 1) this.#next();
  }

  /** From 0 to below 1. */
  share(): number {
    return this.#next();
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.#next();
  }

  /** As often from 1 to 10 as from 10 to 100. */
  logBetween(least: number, most: number): number {
    return least * (most / least) ** this.#next();
  }

  /** A whole number; both ends are possible. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[Math.floor(this.#next() * values.length)] ?? values[0];
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.#next());
  }

  /** Of the standard normal distribution (Box and Muller). */
  normal(): number {
    const spare = this.#spare;
    if (spare !== undefined) {
      this.#spare = undefined;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.#next()));
    const angle = 2 * Math.PI * this.#next();
    this.#spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }
}

/**
 * Noise in which each value keeps a share of the one before.
 * @param keeps the share, from 0 to below 1
 * @param deviation the standard deviation of the values
 */
export function autoregressive(
  random: Random,
  length: number,
  { keeps, deviation }: { keeps: number; deviation: number },
): Float64Array {
  const values = new Float64Array(length);
  const fresh = deviation * Math.sqrt(1 - keeps * keeps);
  let value = deviation * random.normal();
  for (let index = 0; index < length; index += 1) {
    values[index] = value;
    value = keeps * value + fresh * random.normal();
  }
  return values;
}
