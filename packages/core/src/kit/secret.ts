/**
 * A text that must not be printed. Logging, string building and JSON show "[secret]";
 * only `reveal()` gives the text, so that every use of it can be found by name.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  /** What Node's util.inspect and console.log show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}
