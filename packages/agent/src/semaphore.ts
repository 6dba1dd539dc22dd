/**
 * Runs a few tasks at once. The next task starts when a running task ends or has held its permit for too long.
 * So hundreds of connections open within seconds, but not in one burst, and a slow server delays no other.
 */
export class Semaphore {
  readonly #patience: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /**
   * @param permits how many tasks run at once
   * @param patience how long a task holds its permit at most, in milliseconds
   */
  constructor(permits: number, patience: number) {
    this.#free = permits;
    this.#patience = patience;
  }

  /** Runs the task as soon as it has a permit. Resolves and rejects as the task does. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#acquire();
    let held = true;
    const release = (): void => {
      if (held) this.#release();
      held = false;
    };
    const timer = setTimeout(release, this.#patience);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  async #acquire(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** For requests to many servers: fifty at once, and each holds its permit for at most 250 ms. */
export const serverSemaphore = (): Semaphore => new Semaphore(50, 250);
