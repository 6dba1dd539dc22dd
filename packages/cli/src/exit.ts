/**
 * How a command ends. Pipelines decide by it, so the numbers never change. What could not be found out is trouble, and
 * never "done".
 */
export const exit = {
  /** Done. `check` found nothing. */
  done: 0,
  /** `check` found incidents. */
  found: 1,
  /** The API refused what another command asked for. */
  refused: 1,
  /** Wrong usage, no network, or a state that is not known. */
  trouble: 2,
  /** Not signed in, or the token was refused. */
  signedOut: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

/** Ends a command. Its texts are for a person, and may hold what a server said. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  /** One line each, below the message. */
  readonly details: readonly string[];

  constructor(exitCode: ExitCode, message: string, details: readonly string[] = []) {
    super(message);
    this.name = "Failure";
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** The person wrote something that makes no sense. */
export const wrongUsage = (message: string, details?: readonly string[]): Failure =>
  new Failure(exit.trouble, message, details);
