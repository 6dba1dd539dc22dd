/** The agent does not go to this server, which only the cluster names. It got no connection. */
export class WithheldError extends Error {
  /** For this host only: a code of DNS where the name has no address. */
  readonly code: string;
  /** The lines of the configuration with which the agent would go there. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[], code = "WITHHELD") {
    super("the agent does not go there");
    this.name = "WithheldError";
    this.lines = lines;
    this.code = code;
  }
}
