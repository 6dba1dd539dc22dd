import type { Outcome } from "./api/outcome.ts";
import type { Pusher } from "./api/push.ts";
import type { SentReport } from "./parts.ts";

/** A part that was accepted is not sent again by a retry for the others within this time, in milliseconds. */
const settledFor = 30_000;

/** Sends the reports of one moment, one after the other over the one connection. */
export class Delivery {
  readonly #pusher: Pick<Pusher, "push" | "now">;
  /** When each part was last accepted or refused while another had to be tried again, by agent id. */
  readonly #settled = new Map<string, number>();
  #good: Outcome = { kind: "accepted", nextReportSeconds: 60 };

  constructor(pusher: Pick<Pusher, "push" | "now">) {
    this.#pusher = pusher;
  }

  /**
   * What became of them: the first failure, if there was one. Where the API answered, the other parts are sent
   * all the same, so that a part that it does not want holds up no other.
   */
  async send(reports: readonly SentReport[], signal: AbortSignal): Promise<Outcome> {
    let failure: Outcome | undefined;
    for (const report of reports) {
      const { id } = report.agent;
      if (Math.abs(this.#pusher.now() - (this.#settled.get(id) ?? 0)) < settledFor) continue;
      const outcome = await this.#pusher.push(report, signal);
      if (outcome.kind === "accepted") this.#good = outcome;
      else failure ??= outcome;
      if (outcome.kind === "rejectedKey") return outcome;
      if (outcome.kind !== "retry") this.#settled.set(id, this.#pusher.now());
      else if (outcome.status === undefined) break;
    }
    if (failure?.kind !== "retry") this.#settled.clear();
    return failure ?? this.#good;
  }
}
