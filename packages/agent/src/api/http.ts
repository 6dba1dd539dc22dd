import http from "node:http";
import https from "node:https";
import type { ApiSettings } from "../configuration/settings.ts";
import { requestBounded } from "../network/bounded-http.ts";
import type { HttpAnswer, HttpLimits, HttpRequest } from "../network/bounded-http.ts";

export type Answer = Pick<HttpAnswer, "status" | "headers" | "body">;

export const defaultHttpLimits: HttpLimits = { answerMilliseconds: 15_000, answerBytes: 65_536 };

/**
 * Requests to one API over one persistent connection. A new TLS handshake for each report would cost more
 * than reading the servers. Redirects are not followed, because the key must not go to another server.
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
    return this.#request(path, { method: "GET", signal });
  }

  /** Posts a body, with the key. */
  post(path: string, headers: Record<string, string>, body: Buffer, signal: AbortSignal): Promise<Answer> {
    const authorization = `Bearer ${this.#settings.key.reveal()}`;
    const all = { ...headers, authorization, "content-length": String(body.length) };
    return this.#request(path, { method: "POST", headers: all, body, signal });
  }

  close(): void {
    this.#agent.destroy();
  }

  #request(path: string, request: HttpRequest): Promise<Answer> {
    return requestBounded(
      `${this.#settings.address}${path}`,
      { ...request, agent: this.#agent },
      this.#limits,
    );
  }
}
