import type { Api } from "../api/api.ts";
import { Failure } from "../exit.ts";
import type { Machine } from "../machine.ts";
import {
  type Carried,
  chosenVersionIn,
  headersOf,
  isAnswerTo,
  jsonIn,
  messageIn,
  refusalIn,
  versionIn,
} from "./message.ts";

/** The most bytes of a message. The API takes 64 KB. */
const longest = 64 * 1_024;
/** How many messages are on their way at a time. Others wait in the pipe. */
const mostAtOnce = 8;

/** Codes of JSON-RPC. */
const codes = { notJson: -32_700, notRequest: -32_600, failed: -32_603 } as const;

interface Wires {
  api: Pick<Api, "exchange">;
  machine: Pick<Machine, "lines" | "stdout" | "interrupted">;
  /** Says to a person what nobody waits for. */
  say: (text: string) => void;
}

/**
 * Carries messages of the Model Context Protocol between the input, the API and the output: one a line. Ends with the input,
 * once everything is answered.
 */
export class Bridge {
  readonly #wires: Wires;
  /** What ends each request that is on its way, by its id. */
  readonly #asked = new Map<string | number, AbortController>();
  /** The revision that `initialize` has chosen; undefined where messages say it themselves. */
  #version: string | undefined;

  constructor(wires: Wires) {
    this.#wires = wires;
  }

  async run(): Promise<void> {
    const { machine } = this.#wires;
    const working = new Set<Promise<void>>();
    for await (const line of machine.lines(longest)) {
      if (machine.stdout.isClosed || machine.interrupted.aborted) break;
      if (line?.trim() === "") continue;
      const work = this.#carry(line);
      working.add(work);
      void work.finally(() => working.delete(work));
      if (working.size >= mostAtOnce) await Promise.race(working);
    }
    await Promise.all(working);
  }

  /** Never rejects: what goes wrong is the answer. */
  async #carry(line: string | undefined): Promise<void> {
    const json = line === undefined ? undefined : jsonIn(line);
    const message = messageIn(json);
    if (line === undefined) return this.#fail(undefined, codes.notRequest, "The message is too long.");
    if (json === undefined) return this.#fail(undefined, codes.notJson, "The line is no JSON.");
    if (!message) return this.#fail(undefined, codes.notRequest, "A line has one message.");
    if (message.method === "notifications/cancelled") return this.#cancel(message);
    const end = new AbortController();
    const { id } = message;
    if (id !== undefined) this.#asked.set(id, end);
    try {
      await this.#ask(message, line, end.signal);
    } catch (error) {
      // Who cancels waits for no answer.
      if (!end.signal.aborted && !this.#wires.machine.interrupted.aborted)
        this.#fail(id, codes.failed, error instanceof Failure ? error.message : "The bridge has failed.");
    } finally {
      if (id !== undefined && this.#asked.get(id) === end) this.#asked.delete(id);
    }
  }

  /** Closing its request is how one is cancelled over HTTP. */
  #cancel({ params: { requestId } }: Carried): void {
    if (typeof requestId === "string" || typeof requestId === "number") this.#asked.get(requestId)?.abort();
  }

  async #ask(message: Carried, body: string, signal: AbortSignal): Promise<void> {
    const version = versionIn(message) ?? this.#version;
    const headers = headersOf(message, message.method === "initialize" ? undefined : version);
    const {
      status,
      text,
      headers: answered,
    } = await this.#wires.api.exchange("/mcp", { headers, body, signal });
    if (status === 202) return;
    const json = jsonIn(text);
    if (isAnswerTo(message, json)) {
      if (message.method === "initialize") this.#version = chosenVersionIn(json);
      return this.#write(json);
    }
    const after = answered["retry-after"];
    const said = refusalIn(json) ?? `The API answered ${status}.`;
    this.#fail(
      message.id,
      codes.failed,
      after === undefined ? said : `${said} Try again in ${after} seconds.`,
    );
  }

  #fail(id: string | number | undefined, code: number, message: string): void {
    // A notification has nobody who waits.
    if (id === undefined && code === codes.failed) this.#wires.say(message);
    else this.#write({ jsonrpc: "2.0", ...(id !== undefined && { id }), error: { code, message } });
  }

  /** JSON has no line breaks inside, so a message is one line. */
  #write(json: unknown): void {
    this.#wires.machine.stdout.write(`${JSON.stringify(json)}\n`);
  }
}
