/**
 * A text that must not be printed. Logging, string building and JSON show "[secret]". Only `reveal()` returns
 * the text, so a search for that name finds every use.
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

  /** The form that Node's util.inspect and console.log show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}
