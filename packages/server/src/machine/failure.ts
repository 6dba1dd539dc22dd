/** Something that the person who started us can put right; its message says what and how. */
export class StartFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartFailure";
  }
}

/** What a person reads about a failure: its message, after its name unless it was foreseen. Never a stack. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartFailure) return error.message;
  const parts = error instanceof AggregateError ? error.errors.map(describeFailure) : [];
  return [`${error.name}: ${error.message}`, ...parts].join("\n");
}
