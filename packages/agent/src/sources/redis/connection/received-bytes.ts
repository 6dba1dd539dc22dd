const lineEnd = "\r\n";

/**
 * The unread bytes of an answer. The buffer doubles when it is full, so that copying is linear in the bytes,
 * however many pieces arrive.
 */
export class ReceivedBytes {
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  /** The next byte, without taking it; undefined when there is none. */
  get first(): number | undefined {
    return this.#start < this.#end ? this.#bytes[this.#start] : undefined;
  }

  append(chunk: Buffer): void {
    if (this.length === 0) {
      this.#bytes = chunk;
      this.#start = 0;
      this.#end = chunk.length;
      return;
    }
    if (this.#end + chunk.length > this.#bytes.length) this.#move(2 * (this.length + chunk.length));
    this.#end += chunk.copy(this.#bytes, this.#end);
  }

  /** Takes the text before the next line end, and the line end. Undefined when there is no line end yet. */
  takeLine(): string | undefined {
    const at = this.#bytes.subarray(0, this.#end).indexOf(lineEnd, this.#start);
    return at < 0 ? undefined : this.#text(at);
  }

  /**
   * Takes a text of that many bytes together with its line end. Undefined when not all of them have arrived
   * yet.
   */
  takeText(length: number): string | undefined {
    const end = this.#start + length;
    return end + lineEnd.length > this.#end ? undefined : this.#text(end);
  }

  #text(end: number): string {
    const text = this.#bytes.toString("utf8", this.#start, end);
    this.#start = end + lineEnd.length;
    return text;
  }

  #move(capacity: number): void {
    const bytes = Buffer.allocUnsafe(capacity);
    this.#bytes.copy(bytes, 0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
    this.#bytes = bytes;
  }
}
