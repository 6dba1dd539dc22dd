import { setTimeout as sleep } from "node:timers/promises";

type Stop = () => Promise<void> | void;

/** What has been started, to be stopped in the opposite order. */
export class Cleanup {
  readonly #stops: Stop[] = [];
  #stopping: Promise<void> | undefined;

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Stops everything once, however often it is called; one failure does not spare the rest. */
  async stopAll(): Promise<void> {
    this.#stopping ??= this.#stop();
    await this.#stopping;
  }

  async #stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "not everything could be stopped");
  }
}

/** Waits until this work has ended, for a bounded time. */
export async function endWithin(work: Promise<unknown>, graceMs: number): Promise<void> {
  const end = new AbortController();
  const late = sleep(graceMs, undefined, { signal: end.signal }).catch(() => undefined);
  await Promise.race([work, late]).finally(() => end.abort());
}
