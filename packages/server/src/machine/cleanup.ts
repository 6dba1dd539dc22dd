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
