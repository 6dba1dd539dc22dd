import type { Report } from "@shardwatch/core/contract/report";
import { createFold } from "./fold.ts";
import type { Log } from "./log.ts";
import type { Source, Status } from "./sources/source.ts";
import { version } from "./version.ts";

/** Reads all sources at the same time. */
export class Reporter {
  readonly #sources: readonly Source[];
  readonly #agentId: string;
  readonly #log: Log;
  readonly #fold: ReturnType<typeof createFold>;
  readonly #lastStatus = new Map<string, Status>();

  constructor(sources: readonly Source[], agentId: string, log: Log) {
    this.#sources = sources;
    this.#agentId = agentId;
    this.#log = log;
    this.#fold = createFold(log);
  }

  /** The state of this moment. `now` gives Unix milliseconds by the API's clock. */
  async collect(now: () => number): Promise<Report> {
    const readings = await Promise.all(this.#sources.map((source) => source.read()));
    const deployments = this.#fold(readings).map(({ deployment }) => deployment);
    for (const { key, name, status, statusMessage } of deployments)
      this.#note(key, name, status, statusMessage);
    return {
      version: 1,
      agent: { id: this.#agentId, version },
      measuredAt: new Date(now()).toISOString(),
      deployments,
    };
  }

  #note(key: string, name: string, status: Status, message: string | undefined): void {
    if (this.#lastStatus.get(key) === status) return;
    this.#lastStatus.set(key, status);
    this.#log[status === "active" ? "info" : "warn"]("deployment status", {
      deployment: name,
      status,
      message,
    });
  }
}
