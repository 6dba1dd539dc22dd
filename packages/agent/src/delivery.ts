import type { Outcome } from "./api/outcome.ts";
import type { Pusher } from "./api/push.ts";
import type { SentReport } from "./parts.ts";
import type { Slots } from "./slots/slots.ts";

/**
 * A part that was accepted is not sent again within this time when the other parts are retried, in
 * milliseconds.
 */
const settledFor = 30_000;

/** Sends the reports of one moment, one after the other over one connection. */
export class Delivery {
  readonly #pusher: Pick<Pusher, "push" | "now">;
  readonly #slots: Pick<Slots, "attach" | "accepted"> | undefined;
  /** By agent id: when each part was last accepted or refused while another part had to be retried. */
  readonly #settled = new Map<string, number>();
  #good: Outcome = { kind: "accepted", nextReportSeconds: 60 };

  constructor(pusher: Pick<Pusher, "push" | "now">, slots?: Pick<Slots, "attach" | "accepted">) {
    this.#pusher = pusher;
    this.#slots = slots;
  }

  /**
   * Sends the parts and returns the first failure, if there was one. After an answer of the API it continues
   * with the other parts, so that a refused part does not block them.
   */
  async send(reports: readonly SentReport[], signal: AbortSignal): Promise<Outcome> {
    let failure: Outcome | undefined;
    for (const part of reports) {
      const { id } = part.agent;
      if (Math.abs(this.#pusher.now() - (this.#settled.get(id) ?? 0)) < settledFor) continue;
      const report = this.#slots?.attach(part, this.#pusher.now()) ?? part;
      const outcome = await this.#pusher.push(report, signal);
      if (outcome.kind === "accepted") {
        this.#good = outcome;
        this.#slots?.accepted(report, outcome.slotsEverySeconds);
      } else failure ??= outcome;
      if (outcome.kind === "rejectedKey") return outcome;
      if (outcome.kind !== "retry") this.#settled.set(id, this.#pusher.now());
      else if (outcome.status === undefined) break;
    }
    if (failure?.kind !== "retry") this.#settled.clear();
    return failure ?? this.#good;
  }
}
