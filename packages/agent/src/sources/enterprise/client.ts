import https from "node:https";
import type { ClientRequest } from "node:http";
import net from "node:net";
import tls from "node:tls";
import { noteAsked } from "../../asked.ts";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import { collect, watch } from "./bounds.ts";
import type { EnterpriseLimits } from "./bounds.ts";
import { AnswerError, DeadlineError, RedirectError, Refusal } from "./errors.ts";
import { plainHost, redirectOrigin } from "./redirect.ts";
import { requests } from "./requests.ts";
import type { Part } from "./requests.ts";
import { parseJson } from "./values.ts";

interface Answer {
  status: number;
  location: string | undefined;
  contentType: string;
  body: string;
  /** Whose answer it is; undefined when that was not verified. */
  certificate: tls.PeerCertificate | undefined;
}

const mostRedirects = 3;

/** The requests of one reading, over one connection: one at a time, each with a deadline and a byte limit. */
export class EnterpriseClient {
  readonly #settings: EnterpriseSettings;
  readonly #limits: EnterpriseLimits;
  readonly #agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #endsAt: number;
  #origin: string;
  #current: ClientRequest | undefined;

  constructor(settings: EnterpriseSettings, limits: EnterpriseLimits) {
    this.#settings = settings;
    this.#limits = limits;
    this.#origin = settings.url;
    this.#endsAt = performance.now() + limits.readMilliseconds;
  }

  /**
   * The JSON of an answer 200. Rejects with a Refusal for every other status, or with Node's error, a
   * DeadlineError, an AnswerError or a RedirectError.
   */
  async get(part: Part): Promise<unknown> {
    for (let redirects = 0; ; redirects += 1) {
      const { status, location, contentType, body, certificate } = await this.#send(requests[part]);
      if ([301, 302, 303, 307, 308].includes(status)) {
        if (redirects === mostRedirects) throw new RedirectError("in a circle");
        const rules = { nodes: this.#settings.nodes, certificate };
        // The rest of the reading goes there too: it is the node that answers.
        this.#origin = redirectOrigin(this.#origin, location, rules);
      } else if (status === 200) return parse(body, contentType);
      else throw new Refusal(status);
    }
  }

  close(): void {
    this.#current?.destroy();
    this.#agent.destroy();
  }

  #send(path: string): Promise<Answer> {
    const left = this.#endsAt - performance.now();
    if (left <= 0) return Promise.reject(new DeadlineError("answer"));
    noteAsked(`GET ${path.replace(/\?.*$/, "")}`);
    return new Promise((resolve, reject) => {
      const request = https.request(`${this.#origin}${path}`, {
        agent: this.#agent,
        headers: { authorization: this.#authorization(), accept: "application/json" },
        ...this.#tls(),
      });
      this.#current = request;
      const stop = watch(request, Math.min(left, this.#limits.answerMilliseconds), this.#limits);
      const fail = (error: Error): void => {
        stop();
        reject(error);
      };
      request.on("error", fail);
      // Node ends a request whose answer changes the protocol (101) without an error and without a response.
      const unanswered = (): void => fail(new AnswerError("broken off"));
      request.on("close", unanswered);
      request.on("response", (incoming) => {
        request.off("close", unanswered);
        const verified = incoming.socket instanceof tls.TLSSocket && incoming.socket.authorized;
        const certificate = verified ? (incoming.socket as tls.TLSSocket).getPeerCertificate() : undefined;
        collect(incoming, this.#limits.answerBytes).then((body) => {
          stop();
          const { location, "content-type": contentType = "" } = incoming.headers;
          resolve({ status: incoming.statusCode ?? 0, location, contentType, body, certificate });
        }, fail);
      });
      request.end();
    });
  }

  #authorization(): string {
    const { username, password } = this.#settings;
    return `Basic ${Buffer.from(`${username}:${password.reveal()}`).toString("base64")}`;
  }

  #tls(): https.RequestOptions {
    const { ca, serverName, insecureSkipVerify } = this.#settings.tls;
    const name = serverName ?? plainHost(new URL(this.#origin).hostname);
    return {
      rejectUnauthorized: !insecureSkipVerify,
      // RFC 6066 allows no address as a server name; the certificate is checked for it all the same.
      ...(!net.isIP(name) && { servername: name }),
      checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate),
      ...(ca && { ca }),
    };
  }
}

function parse(body: string, contentType: string): unknown {
  try {
    return parseJson(body);
  } catch {
    // The parser's message would quote what came. Which of the two it is tells a person where to look.
    const page = /html/i.test(contentType) || /^\s*</.test(body);
    throw new AnswerError(page ? "page" : "no JSON");
  }
}
