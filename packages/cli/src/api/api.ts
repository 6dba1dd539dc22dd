import type { AppType } from "@shardwatch/functions/api/app";
import type { ExtractSchema } from "hono/types";
import { exit, Failure } from "../exit.ts";
import type { Machine } from "../machine.ts";
import { version } from "../version.ts";
import { ask, type HttpAnswer, WrongAnswer } from "./http.ts";
import { Refusal } from "./refusal.ts";

/** Every route as the API declares it, as the types of Hono's client have it. */
type Routes = ExtractSchema<AppType>;
type Method = "get" | "post" | "delete";
type PathWith<M extends Method> = {
  [Path in keyof Routes]: `$${M}` extends keyof Routes[Path] ? Path : never;
}[keyof Routes];
type RouteOf<M extends Method, Path extends PathWith<M>> = Routes[Path][`$${M}` & keyof Routes[Path]];
type InputOf<Route> = Route extends { input: infer Given } ? Given : never;
type BodyOf<Route> = Route extends { status: 200 | 201; output: infer Output } ? Output : never;

/** The JSON of a successful answer; undefined where it has none. */
type Answered<M extends Method, Path extends PathWith<M>> = BodyOf<RouteOf<M, Path>>;
type Asked<M extends Method, Path extends PathWith<M>> = InputOf<RouteOf<M, Path>>;

interface Input {
  param?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  json?: unknown;
}

interface Connection {
  /** Where the API is, without a slash at the end. */
  url: string;
  token: string;
  /** Until when an answer has to be there, in milliseconds. */
  timeout: number;
  machine: Pick<Machine, "interrupted" | "wait">;
}

/** The longest pause before another attempt, where the answer names none, in milliseconds. */
const pauses = [300, 1_000];
const passing = new Set([502, 503, 504]);

/** The API, as the holder of this token. Every call throws a Failure unless the API does what it is asked for. */
export class Api {
  readonly #connection: Connection;
  /** Headers of the answer before. */
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

  async delete<Path extends PathWith<"delete">>(
    path: Path,
    input: Asked<"delete", Path>,
  ): Promise<Answered<"delete", Path>> {
    return (await this.#call("DELETE", path, input)) as Answered<"delete", Path>;
  }

  async #call(method: string, path: string, { param = {}, query = {}, json }: Input): Promise<unknown> {
    const { url, token, timeout, machine } = this.#connection;
    const address = new URL(
      `${url}${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(param[name] ?? ""))}`,
    );
    for (const [name, value] of Object.entries(query))
      if (typeof value === "string") address.searchParams.set(name, value);
    const end = AbortSignal.timeout(timeout);
    const until = Date.now() + timeout;
    const body = json === undefined ? undefined : JSON.stringify(json);
    const question = {
      method,
      body,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        "accept-encoding": "gzip",
        "user-agent": `shardwatch/${version}`,
        ...(body !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
        }),
      },
      signal: AbortSignal.any([machine.interrupted, end]),
    };
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await ask(address, question).catch((error: unknown) => error as Error);
      machine.interrupted.throwIfAborted();
      if (end.aborted)
        throw new Failure(exit.trouble, `${address.host} did not answer within ${timeout / 1_000} seconds.`);
      const pause = pauseAfter(outcome, attempt);
      // Only a question that changes nothing is asked again: nobody knows what became of the others.
      if (method !== "GET" || pause === undefined || Date.now() + pause > until)
        return this.#read(outcome, address);
      await machine.wait(pause);
    }
  }

  #read(outcome: HttpAnswer | Error, { host }: URL): unknown {
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

/** How long to wait before another attempt, in milliseconds; undefined where that makes no sense. */
function pauseAfter(outcome: HttpAnswer | Error, attempt: number): number | undefined {
  const usual = pauses[attempt];
  if (outcome instanceof WrongAnswer) return undefined;
  if (outcome instanceof Error) return usual;
  const { status, headers } = outcome;
  if (status !== 429 && !passing.has(status)) return undefined;
  const seconds = headers["retry-after"];
  // A date is another form of it, which our API does not use.
  if (seconds !== undefined && /^\d{1,6}$/.test(seconds)) return Number(seconds) * 1_000;
  return usual;
}

const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ENOTFOUND: "is no host that is known",
  EAI_AGAIN: "could not be resolved",
  ECONNRESET: "broke the connection off",
  ETIMEDOUT: "did not answer",
  EHOSTUNREACH: "can't be reached",
  ENETUNREACH: "can't be reached",
  CERT_HAS_EXPIRED: "has a certificate that expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "has a certificate that nobody has verified; see NODE_EXTRA_CA_CERTS",
  SELF_SIGNED_CERT_IN_CHAIN: "has a certificate that nobody has verified; see NODE_EXTRA_CA_CERTS",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "has a certificate that nobody has verified; see NODE_EXTRA_CA_CERTS",
  ERR_TLS_CERT_ALTNAME_INVALID: "has the certificate of another host",
};

function failureOf(error: NodeJS.ErrnoException): string {
  if (error instanceof WrongAnswer) return `gave an answer that ${error.message}`;
  // Several addresses of one host were tried.
  const [first] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [error];
  const code = first?.code ?? error.name;
  return failures[code] ?? `could not be asked (${code})`;
}
