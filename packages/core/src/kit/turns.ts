/** How many wait for one key. One more would wait in vain. */
const mostWaiting = 20;

interface Line {
  working: number;
  /** Those who wait, in their order. Each begins when it is called. */
  waiting: Set<() => void>;
}

/** Lets a few at a time work for one key, such as an organization. Others wait for their turn, in their order. */
export class Turns {
  readonly #atOnce: number;
  readonly #patience: number;
  readonly #lines = new Map<string, Line>();

  /** @param patience how long one waits for its turn at most, in milliseconds */
  constructor({ atOnce, patience }: { atOnce: number; patience: number }) {
    this.#atOnce = atOnce;
    this.#patience = patience;
  }

  /**
   * Works when it is its turn. Resolves and rejects as the work does.
   * @param late the error of one that waited too long, or found too many before it. It has not begun
   */
  async take<T>(key: string, work: () => Promise<T>, late: () => Error): Promise<T> {
    const line = this.#lines.get(key) ?? { working: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.working < this.#atOnce) line.working += 1;
    else if (line.waiting.size >= mostWaiting) throw late();
    else await this.#turnOf(line, late);
    try {
      return await work();
    } finally {
      this.#pass(key, line);
    }
  }

  async #turnOf({ waiting }: Line, late: () => Error): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(late());
      }, this.#patience);
      waiting.add(begin);
    });
  }

  /** Hands the turn to the next one. */
  #pass(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.working -= 1;
    if (line.working === 0) this.#lines.delete(key);
  }
}
