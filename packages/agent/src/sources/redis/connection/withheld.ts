/** The agent does not go to this server, which only the cluster names. It got no connection. */
export class WithheldError extends Error {
  /** For this host only: a code of DNS where the name has no address. */
  readonly code: string;
  /** The lines of the configuration with which the agent would go there. */
  readonly lines: readonly string[];

  /** Whether a name was announced. What its addresses are, and whether it has some, stays on this host. */
  readonly isOfName: boolean;

  constructor(lines: readonly string[], { code = "WITHHELD", isOfName = true } = {}) {
    super("the agent does not go there");
    this.name = "WithheldError";
    this.lines = lines;
    this.isOfName = isOfName;
    this.code = code;
  }
}
