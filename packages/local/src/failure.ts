/** Something that the person who started us can put right; its message says what and how. */
export class StartFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartFailure";
  }
}
