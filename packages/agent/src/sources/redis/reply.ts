/**
 * An error that the server answered with, such as "NOAUTH Authentication required."
 * Its message may name users: it is for matching, not for showing.
 */
export class ErrorReply extends Error {
  /** The first word, which tells the kind: "NOAUTH", "ERR", "LOADING". */
  get word(): string {
    return /^[A-Z]{1,32}(?= |$)/.exec(this.message)?.[0] ?? "ERR";
  }
}

export type Reply = string | number | null | ErrorReply | Reply[];

/** What came does not belong to the Redis protocol. `firstByte` tells what it may be instead. */
export class ProtocolError extends Error {
  readonly firstByte: number | undefined;

  constructor(message: string, firstByte?: number) {
    super(message);
    this.name = "ProtocolError";
    this.firstByte = firstByte;
  }
}

const lineLimit = 65_536;
/** CLUSTER SHARDS has about 17 for each node; Redis recommends no more than 1,000 nodes. */
const elementLimit = 50_000;
const depthLimit = 5;

/** Reads one reply from bytes that may still be incomplete; undefined means that more must come. */
class Cursor {
  readonly #bytes: Buffer;
  #offset = 0;
  #elements = 0;
  /** The least number of bytes with which trying again makes sense. */
  wanted: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.wanted = bytes.length + 1;
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  reply(depth = 0): Reply | undefined {
    const type = this.#bytes[this.#offset];
    if (type === undefined) return undefined;
    const kind = String.fromCharCode(type);
    if (!"+-:$*".includes(kind)) throw new ProtocolError("a reply of an unknown type", type);
    const line = this.#line();
    if (line === undefined) return undefined;
    if (kind === "+") return line;
    if (kind === "-") return new ErrorReply(line);
    const number = Number(line);
    if (!/^-?\d{1,19}$/.test(line)) throw new ProtocolError("a number that is none");
    if (kind === ":") return number;
    if (number < 0) return null;
    return kind === "$" ? this.#bulk(number) : this.#array(number, depth + 1);
  }

  #line(): string | undefined {
    const start = this.#offset + 1;
    const end = this.#bytes.indexOf("\r\n", start);
    if ((end < 0 ? this.#bytes.length : end) - start > lineLimit) throw new ProtocolError("an endless line");
    if (end < 0) return undefined;
    this.#offset = end + 2;
    return this.#bytes.toString("utf8", start, end);
  }

  #bulk(length: number): string | undefined {
    const end = this.#offset + length;
    this.wanted = Math.max(this.wanted, end + 2);
    if (this.#bytes.length < end + 2) return undefined;
    const text = this.#bytes.toString("utf8", this.#offset, end);
    this.#offset = end + 2;
    return text;
  }

  /** Grows as elements arrive: an announced length alone must not take memory. */
  #array(length: number, depth: number): Reply[] | undefined {
    if (depth > depthLimit) throw new ProtocolError("lists nested too deep");
    const elements: Reply[] = [];
    while (elements.length < length) {
      this.#elements += 1;
      if (this.#elements > elementLimit) throw new ProtocolError("a list that is too long");
      const element = this.reply(depth);
      if (element === undefined) return undefined;
      elements.push(element);
    }
    return elements;
  }
}

/**
 * Collects the bytes of exactly one reply (RESP2: simple string, error, integer, bulk string, array).
 * Written out because general parsers allocate what a server announces: 66 bytes can then take a gigabyte.
 */
export class ReplyReader {
  readonly #byteLimit: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #wanted = 1;

  constructor(byteLimit: number) {
    this.#byteLimit = byteLimit;
  }

  /** The reply once it is complete, else undefined. Throws ProtocolError, also past the byte limit. */
  push(chunk: Buffer): Reply | undefined {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > this.#byteLimit) throw new ProtocolError("an answer that is too large");
    if (this.#size < this.#wanted) return undefined;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    const cursor = new Cursor(bytes);
    const reply = cursor.reply();
    if (reply === undefined) {
      this.#wanted = cursor.wanted;
      if (this.#wanted > this.#byteLimit) throw new ProtocolError("an answer that is too large");
    } else if (!cursor.atEnd) throw new ProtocolError("more than was asked for");
    return reply;
  }
}
