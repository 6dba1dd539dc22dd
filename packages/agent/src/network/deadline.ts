/** The other side took too long. `stage` names the step that did not end in time. */
export class DeadlineError extends Error {
  readonly stage: "connect" | "tls" | "answer";

  constructor(stage: DeadlineError["stage"]) {
    super(`no ${stage} in time`);
    this.name = "DeadlineError";
    this.stage = stage;
  }
}
