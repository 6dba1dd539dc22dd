const lineEnd = "\r\n";

/**
 * The bytes of an answer that are not read yet. The buffer doubles when it is full, so that the copying is linear in the
 * bytes, however many pieces the network makes of them.
 */
export class ReceivedBytes {
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  /** The next byte, which stays; undefined when there is none. */
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

  /** The text before the next line end, and both are taken; undefined when no line ends here yet. */
  takeLine(): string | undefined {
    const at = this.#bytes.subarray(0, this.#end).indexOf(lineEnd, this.#start);
    return at < 0 ? undefined : this.#text(at);
  }

  /** A text of that many bytes, and it is taken together with its line end; undefined when they are not all here yet. */
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
