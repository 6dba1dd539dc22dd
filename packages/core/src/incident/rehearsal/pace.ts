import { setImmediate as nextTurn } from "node:timers/promises";

/** So long one piece of work may hold up others, in milliseconds. */
const longestTurn = 5;

/** Gives other work its turn every few milliseconds, and stops when nobody waits for the result any more. */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  #begun = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether somebody still waits. */
  readonly mayGoOn = (): boolean => this.#signal?.aborted !== true;

  /** Call it between pieces of work. Throws the reason of the signal. */
  async turn(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (performance.now() - this.#begun < longestTurn) return;
    await nextTurn();
    this.#begun = performance.now();
  }
}
