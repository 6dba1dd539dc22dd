import { exit, Failure, wrongUsage } from "../exit.ts";
import type { Machine } from "../machine.ts";
import { version } from "../version.ts";
import { failureOf, type Outcome, pauseAfter } from "./failures.ts";
import { ask, type HttpAnswer } from "./http.ts";
import { Refusal } from "./refusal.ts";
import type { Answered, Asked, PathWith } from "./routes.ts";

interface Input {
  param?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  header?: Readonly<Record<string, string | undefined>>;
  json?: unknown;
}

interface Connection {
  /** Where the API is, without a slash at the end. */
  url: string;
  /** Empty for questions that need none. */
  token: string;
  /** How long a question may take, with all its attempts, in milliseconds. */
  timeout: number;
  machine: Pick<Machine, "interrupted" | "wait">;
}

/** The API, as the holder of this token. Every call throws a Failure unless the API does what it is asked for. */
export class Api {
  readonly #connection: Connection;
  /** Those of the newest answer. */
  headers: HttpAnswer["headers"] = {};

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async get<Path extends PathWith<"get">>(
    path: Path,
    input: Asked<"get", Path>,
  ): Promise<Answered<"get", Path>> {
    return (await this.#call("GET", path, input)) as Answered<"get", Path>;
  }

  async post<Path extends PathWith<"post">>(
    path: Path,
    input: Asked<"post", Path>,
  ): Promise<Answered<"post", Path>> {
    return (await this.#call("POST", path, input)) as Answered<"post", Path>;
  }

  async put<Path extends PathWith<"put">>(
    path: Path,
    input: Asked<"put", Path>,
  ): Promise<Answered<"put", Path>> {
    return (await this.#call("PUT", path, input)) as Answered<"put", Path>;
  }

  async patch<Path extends PathWith<"patch">>(
    path: Path,
    input: Asked<"patch", Path>,
  ): Promise<Answered<"patch", Path>> {
    return (await this.#call("PATCH", path, input)) as Answered<"patch", Path>;
  }

  async delete<Path extends PathWith<"delete">>(
    path: Path,
    input: Asked<"delete", Path>,
  ): Promise<Answered<"delete", Path>> {
    return (await this.#call("DELETE", path, input)) as Answered<"delete", Path>;
  }

  /**
   * Sends a text and returns the answer, whatever it says. One attempt. Throws a Failure where there is no answer.
   * @param signal ends it, without a Failure
   */
  async exchange(
    path: string,
    {
      headers,
      body,
      signal,
    }: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal },
  ): Promise<HttpAnswer> {
    const { url, token, timeout, machine } = this.#connection;
    const address = new URL(`${url}${path}`);
    const end = AbortSignal.timeout(timeout);
    const all = AbortSignal.any([signal, machine.interrupted, end]);
    const question = {
      method: "POST",
      headers: { ...headersOf(token, body), ...headers },
      body,
      signal: all,
    };
    const outcome = await ask(address, question).catch((error: Error) => error);
    if (!(outcome instanceof Error)) return outcome;
    signal.throwIfAborted();
    machine.interrupted.throwIfAborted();
    throw new Failure(
      exit.trouble,
      `${address.host} ${end.aborted ? "did not answer in time" : failureOf(outcome)}.`,
    );
  }

  async #call(method: string, path: string, input: Input): Promise<unknown> {
    const { url, token, timeout, machine } = this.#connection;
    const address = addressOf(url, path, input);
    const body = input.json === undefined ? undefined : JSON.stringify(input.json);
    const end = AbortSignal.timeout(timeout);
    const until = Date.now() + timeout;
    const signal = AbortSignal.any([machine.interrupted, end]);
    const headers = { ...headersOf(token, body), ...givenIn(input) };
    const question = { method, body, headers, signal };
    const isRepeatable = method === "GET" || hasClientToken(input);
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await ask(address, question).catch((error: Error) => error);
      machine.interrupted.throwIfAborted();
      if (end.aborted)
        throw new Failure(exit.trouble, `${address.host} did not answer within ${timeout / 1_000} seconds.`);
      const pause = pauseAfter(outcome, attempt);
      // Nobody knows what became of a change. With its client token, a creation is done once, however often it is sent.
      if (!isRepeatable || pause === undefined || Date.now() + pause > until)
        return this.#read(outcome, address);
      await machine.wait(pause);
    }
  }

  #read(outcome: Outcome, { host }: URL): unknown {
    if (outcome instanceof Error) throw new Failure(exit.trouble, `${host} ${failureOf(outcome)}.`);
    const { status, headers, text } = outcome;
    this.headers = headers;
    if (status >= 300 && status < 400)
      throw new Failure(exit.trouble, `${host} answered with a redirect, which is not followed.`, [
        "Give the address of the API itself.",
      ]);
    if (status === 204) return undefined;
    const body = jsonIn(headers, text);
    if (status >= 200 && status < 300 && body !== undefined) return body;
    if (status >= 400 && isObject(body)) throw new Refusal(status, body);
    throw new Failure(exit.trouble, `${host} answered ${status}, and not as Shardwatch's API does.`, [
      "The address is that of the API, such as https://shardwatch.example/api",
    ]);
  }
}

/** The address of a question. Throws a Failure for an id that could lead to another path. */
function addressOf(url: string, path: string, { param = {}, query = {} }: Input): URL {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = param[name] ?? "";
    if (!/^[\w-]{1,64}$/.test(id)) throw wrongUsage("An id has letters, digits, underscores and hyphens.");
    return id;
  });
  const address = new URL(`${url}${filled}`);
  for (const [name, value] of Object.entries(query))
    if (typeof value === "string") address.searchParams.set(name, value);
  return address;
}

const headersOf = (token: string, body: string | undefined): Record<string, string> => ({
  ...(token !== "" && { authorization: `Bearer ${token}` }),
  accept: "application/json",
  "accept-encoding": "gzip",
  "user-agent": `shardwatch/${version}`,
  ...(body !== undefined && {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
  }),
});

const givenIn = ({ header = {} }: Input): Record<string, string> =>
  Object.fromEntries(
    Object.entries(header).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const hasClientToken = ({ json }: Input): boolean =>
  isObject(json) && typeof json["clientToken"] === "string";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function jsonIn(headers: HttpAnswer["headers"], text: string): unknown {
  if (!/^application\/json\b/.test(headers["content-type"] ?? "")) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
