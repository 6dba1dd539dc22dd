import http from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import https from "node:https";
import type { ApiSettings } from "../configuration/settings.ts";

export interface HttpLimits {
  deadlineMilliseconds: number;
  answerBytes: number;
}

export const defaultHttpLimits: HttpLimits = { deadlineMilliseconds: 15_000, answerBytes: 65_536 };

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The API did not answer as a whole: too slow, too much, or not at all. */
export class AnswerError extends Error {}

/**
 * Requests to one API over one connection that is kept: a new TLS handshake for each report would cost
 * more than reading the servers. Redirects are not followed, because the key must go nowhere else.
 */
export class ApiHttp {
  readonly #settings: ApiSettings;
  readonly #limits: HttpLimits;
  readonly #agent: http.Agent;

  constructor(settings: ApiSettings, limits: HttpLimits = defaultHttpLimits) {
    this.#settings = settings;
    this.#limits = limits;
    const options = { keepAlive: true, maxSockets: 1 };
    this.#agent = settings.address.startsWith("https:")
      ? new https.Agent({ ...options, ...(settings.ca && { ca: settings.ca }) })
      : new http.Agent(options);
  }

  get(path: string, signal: AbortSignal): Promise<Answer> {
    return this.#request("GET", path, {}, undefined, signal);
  }

  /** Sends a body with the key. */
  post(path: string, headers: Record<string, string>, body: Buffer, signal: AbortSignal): Promise<Answer> {
    const authorization = `Bearer ${this.#settings.key.reveal()}`;
    const length = String(body.length);
    return this.#request("POST", path, { ...headers, authorization, "content-length": length }, body, signal);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Rejects with Node's error or an AnswerError; any status resolves. */
  #request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer | undefined,
    signal: AbortSignal,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { request } = this.#settings.address.startsWith("https:") ? https : http;
      const outgoing = request(`${this.#settings.address}${path}`, {
        method,
        headers,
        agent: this.#agent,
        signal,
      });
      const timer = setTimeout(
        () => outgoing.destroy(new AnswerError("no answer in time")),
        this.#limits.deadlineMilliseconds,
      );
      const fail = (error: Error): void => {
        clearTimeout(timer);
        reject(error);
      };
      outgoing.on("error", fail);
      // Node ends a request whose answer changes the protocol (101) without an error and without a response.
      const unanswered = (): void => fail(new AnswerError("the connection ended without an answer"));
      outgoing.on("close", unanswered);
      outgoing.on("response", (incoming) => {
        // From here on the answer itself tells how it ends.
        outgoing.off("close", unanswered);
        const chunks: Buffer[] = [];
        let size = 0;
        incoming.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > this.#limits.answerBytes) outgoing.destroy(new AnswerError("the answer is too large"));
          else chunks.push(chunk);
        });
        incoming.on("error", fail);
        incoming.on("close", () => fail(new AnswerError("the answer broke off")));
        incoming.on("end", () => {
          clearTimeout(timer);
          const { statusCode = 0, headers: received } = incoming;
          resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks).toString("utf8") });
        });
      });
      outgoing.end(body);
    });
  }
}
