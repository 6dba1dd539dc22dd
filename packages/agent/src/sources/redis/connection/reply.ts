const lineEnd = "\r\n";

/**
 * The unread bytes of an answer. The buffer doubles when it is full, so that copying is linear in the bytes,
 * however many pieces arrive.
 */
class ReceivedBytes {
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

/**
 * An error answer of the server, such as "NOAUTH Authentication required." Its message may name users: match
 * it, but do not show it.
 */
export class ErrorReply extends Error {
  /** The first word, which is the kind: "NOAUTH", "ERR", "LOADING". */
  get word(): string {
    return /^[A-Z]{1,32}(?= |$)/.exec(this.message)?.[0] ?? "ERR";
  }
}

export type Reply = string | number | null | ErrorReply | Reply[];

/** The bytes are not the Redis protocol. `firstByte` hints at the actual protocol. */
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
/** Returned instead of a value when a list begins. */
const opened = Symbol("a list begins");

/** A list whose elements have not all arrived. */
interface OpenList {
  elements: Reply[];
  length: number;
}

/**
 * Reads exactly one reply (RESP2: simple string, error, integer, bulk string, array) from pieces of any size.
 * The agent never asks for RESP3, but a proxy may have. So maps (as lists), verbatim strings (with their mark
 * "txt:") and nulls of RESP3 are read too. It never reads the same bytes again when more arrive. We use our own parser, because general parsers
 * allocate the announced length: 66 bytes can then take a gigabyte.
 */
export class ReplyReader {
  readonly #byteLimit: number;
  readonly #bytes = new ReceivedBytes();
  /** The lists around the next element, the innermost last. */
  readonly #open: OpenList[] = [];
  /** The length of the bulk string that is being read; undefined when a line comes next. */
  #bulk: number | undefined;
  #received = 0;
  #elements = 0;

  constructor(byteLimit: number) {
    this.#byteLimit = byteLimit;
  }

  /** The reply once it is complete, else undefined. Throws ProtocolError, also past the byte limit. */
  push(chunk: Buffer): Reply | undefined {
    this.#received += chunk.length;
    if (this.#received > this.#byteLimit) throw new ProtocolError("an answer that is too large");
    this.#bytes.append(chunk);
    for (;;) {
      const value = this.#bulk === undefined ? this.#readLine() : this.#readBulk(this.#bulk);
      if (value === undefined) return undefined;
      if (value === opened) continue;
      const reply = this.#place(value);
      if (reply === undefined) continue;
      if (this.#bytes.length > 0) throw new ProtocolError("more than was asked for");
      return reply;
    }
  }

  /** The value of a whole line; undefined when more must arrive. */
  #readLine(): Reply | typeof opened | undefined {
    const type = this.#bytes.first;
    if (type === undefined) return undefined;
    const kind = String.fromCharCode(type);
    if (!"+-:$*%=_".includes(kind)) throw new ProtocolError("a reply of an unknown type", type);
    const before = this.#bytes.length;
    const line = this.#bytes.takeLine();
    const size = line === undefined ? before : before - this.#bytes.length - 2;
    if (size - 1 > lineLimit) throw new ProtocolError("an endless line");
    return line === undefined ? undefined : this.#interpret(kind, line.slice(1));
  }

  #interpret(kind: string, line: string): Reply | typeof opened | undefined {
    if (kind === "+") return line;
    if (kind === "-") return new ErrorReply(line);
    if (kind === "_") return null;
    if (!/^-?\d{1,19}$/.test(line)) throw new ProtocolError("a number that is none");
    const number = Number(line);
    if (kind === ":") return number;
    if (number < 0) return null;
    if (kind === "$" || kind === "=") return this.#readBulk(number);
    return this.#openList(kind === "%" ? 2 * number : number);
  }

  #readBulk(length: number): string | undefined {
    const consumed = this.#received - this.#bytes.length;
    if (consumed + length + 2 > this.#byteLimit) throw new ProtocolError("an answer that is too large");
    const text = this.#bytes.takeText(length);
    this.#bulk = text === undefined ? length : undefined;
    return text;
  }

  /** The list grows as elements arrive, because an announced length alone must not take memory. */
  #openList(length: number): Reply[] | typeof opened {
    if (this.#open.length === depthLimit) throw new ProtocolError("lists nested too deep");
    if (length === 0) return [];
    this.#open.push({ elements: [], length });
    this.#expectElement();
    return opened;
  }

  /** Puts a value into the list that expects it. Returns the whole reply when no list expects more. */
  #place(value: Reply): Reply | undefined {
    let placed = value;
    for (let list = this.#open.at(-1); list; list = this.#open.at(-1)) {
      list.elements.push(placed);
      if (list.elements.length < list.length) {
        this.#expectElement();
        return undefined;
      }
      placed = list.elements;
      this.#open.pop();
    }
    return placed;
  }

  #expectElement(): void {
    this.#elements += 1;
    if (this.#elements > elementLimit) throw new ProtocolError("a list that is too long");
  }
}
