import type { Report, ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { createFold } from "./fold.ts";
import type { Log } from "./log.ts";
import type { Source, Status } from "./sources/source.ts";
import { serverSemaphore } from "./semaphore.ts";
import type { Slots } from "./slots/slots.ts";
import { version } from "./version.ts";
import { Watched } from "./watched.ts";
import type { Patience } from "./watched.ts";

/** Reads all sources at the same time. */
export class Reporter {
  readonly #sources: readonly Source[];
  readonly watched: readonly Watched[];
  readonly #agentId: string;
  readonly #log: Log;
  readonly #fold: ReturnType<typeof createFold>;
  readonly #slots: Pick<Slots, "add"> | undefined;
  readonly #lastStatus = new Map<string, Status>();

  /** @param slots gets the readings of each report */
  constructor(
    sources: readonly Source[],
    agentId: string,
    log: Log,
    { patience, slots }: { patience?: Patience; slots?: Pick<Slots, "add"> } = {},
  ) {
    const semaphore = serverSemaphore();
    this.#sources = sources;
    this.watched = sources.map((source) => new Watched(source, semaphore, log, patience));
    this.#agentId = agentId;
    this.#log = log;
    this.#fold = createFold(log);
    this.#slots = slots;
  }

  /**
   * The current state. A server that hangs does not delay the others for long. It is left out of the first
   * report; later reports use its last reading.
   * @param now gives Unix milliseconds by the API's clock
   * @param complete waits for every server as long as its deadlines allow
   */
  async collect(now: () => number, complete = false): Promise<Report> {
    const read = await Promise.all(this.watched.map((watched) => watched.reading(complete)));
    const known = read.filter((reading) => reading !== undefined);
    if (known.length === 0 && !complete) return this.collect(now, true);
    const readings = this.#fold(known);
    const time = now();
    this.#slots?.add(time, readings);
    const deployments = readings.map(({ deployment }) => deployment);
    for (const deployment of deployments) this.#note(deployment);
    return {
      version: 1,
      agent: { id: this.#agentId, version },
      measuredAt: new Date(time).toISOString(),
      deployments,
    };
  }

  /** The names of all commands and requests that were sent to the servers, in alphabetical order. */
  sent(): string[] {
    const names = new Set<string>();
    for (const source of this.#sources) for (const name of source.sent.names) names.add(name);
    return [...names].toSorted();
  }

  #note({ key, name, status, statusMessage }: ReportedDeployment & { status: Status }): void {
    if (this.#lastStatus.get(key) === status) return;
    this.#lastStatus.set(key, status);
    this.#log[status === "active" ? "info" : "warn"]("deployment status", {
      deployment: name,
      status,
      message: statusMessage,
    });
  }
}
