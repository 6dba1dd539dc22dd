import https from "node:https";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import { requestBounded } from "../../network/bounded-http.ts";
import type { HttpAnswer, HttpLimits } from "../../network/bounded-http.ts";
import { DeadlineError } from "../../network/deadline.ts";
import { certificateEndOf, tlsOptions } from "../../network/tls-options.ts";
import type { SentCommands } from "../sent-commands.ts";
import { ContentError, RedirectError, Refusal } from "./errors.ts";
import { plainHost, redirectOrigin } from "./redirect.ts";
import { requests } from "./requests.ts";
import type { Part } from "./requests.ts";
import { parseJson } from "./values.ts";

export interface EnterpriseLimits extends Required<HttpLimits> {
  /** For all requests of one report. */
  readMilliseconds: number;
}

/** A cluster can take half a minute to list a thousand databases. */
export const defaultEnterpriseLimits: EnterpriseLimits = {
  connectMilliseconds: 5_000,
  answerMilliseconds: 30_000,
  readMilliseconds: 40_000,
  answerBytes: 8 * 1_048_576,
};

const mostRedirects = 3;

/**
 * Sends the requests of one reading over one connection, one at a time, each with a deadline and a byte
 * limit.
 */
export class EnterpriseClient {
  readonly #settings: EnterpriseSettings;
  readonly #limits: EnterpriseLimits;
  readonly #sent: Pick<SentCommands, "add">;
  readonly #agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #closing = new AbortController();
  readonly #endsAt: number;
  /** When the certificates of its connections end, ISO 8601. */
  readonly certificateEnds = new Set<string>();
  #origin: string;

  /** @param sent counts each request that is sent, by its name */
  constructor(settings: EnterpriseSettings, limits: EnterpriseLimits, sent: Pick<SentCommands, "add">) {
    this.#settings = settings;
    this.#limits = limits;
    this.#sent = sent;
    this.#origin = settings.url;
    this.#endsAt = performance.now() + limits.readMilliseconds;
  }

  /**
   * The JSON of an answer 200. Rejects with a Refusal for every other status, with a ContentError or a
   * RedirectError, or as `requestBounded` does.
   */
  async get(part: Part): Promise<unknown> {
    for (let redirects = 0; ; redirects += 1) {
      const { status, headers, body, certificate } = await this.#send(requests[part]);
      if ([301, 302, 303, 307, 308].includes(status)) {
        if (redirects === mostRedirects) throw new RedirectError("in a circle");
        const rules = { nodes: this.#settings.nodes, certificate };
        // The other requests of this reading go to the new node too.
        this.#origin = redirectOrigin(this.#origin, headers.location, rules);
      } else if (status === 200) return parse(body, headers["content-type"] ?? "");
      else throw new Refusal(status);
    }
  }

  close(): void {
    this.#closing.abort();
    this.#agent.destroy();
  }

  #send(path: string): Promise<HttpAnswer> {
    const left = this.#endsAt - performance.now();
    if (left <= 0) return Promise.reject(new DeadlineError("answer"));
    this.#sent.add(`GET ${path.replace(/\?.*$/, "")}`);
    return requestBounded(
      `${this.#origin}${path}`,
      {
        agent: this.#agent,
        headers: { authorization: this.#authorization(), accept: "application/json" },
        signal: this.#closing.signal,
        connected: (socket) => {
          const end = certificateEndOf(socket);
          if (end !== undefined) this.certificateEnds.add(end);
        },
        ...tlsOptions(plainHost(new URL(this.#origin).hostname), this.#settings.tls),
      },
      { ...this.#limits, answerMilliseconds: Math.min(left, this.#limits.answerMilliseconds) },
    );
  }

  #authorization(): string {
    const { username, password } = this.#settings;
    return `Basic ${Buffer.from(`${username}:${password.reveal()}`).toString("base64")}`;
  }
}

function parse(body: string, contentType: string): unknown {
  try {
    return parseJson(body);
  } catch {
    // The parser's message would quote the answer. A web page is reported as one, because that points to a
    // wrong address.
    const page = /html/i.test(contentType) || /^\s*</.test(body);
    throw new ContentError(page ? "page" : "no JSON");
  }
}
