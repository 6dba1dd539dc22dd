/**
 * Lets a few tasks start at once and the next ones when those are done, or have taken so long that waiting for
 * them would only delay the others: hundreds of connections are then opened within seconds, but not in one burst.
 */
export class Turns {
  readonly #patience: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param patience how long a task holds its turn at most, in milliseconds */
  constructor(atOnce: number, patience: number) {
    this.#free = atOnce;
    this.#patience = patience;
  }

  /** Gives what the task gives, once it had its turn. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#turn();
    let held = true;
    const giveBack = (): void => {
      if (held) this.#next();
      held = false;
    };
    const timer = setTimeout(giveBack, this.#patience);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      giveBack();
    }
  }

  async #turn(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** Turns for whoever asks many servers: fifty at once, and none of them holds its turn for longer than a blink. */
export const serverTurns = (): Turns => new Turns(50, 250);
