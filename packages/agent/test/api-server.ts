import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { report as reportSchema } from "@shardwatch/core/contract/report/report";
import { reportsPath } from "../src/api/push.ts";
import type { Report } from "@shardwatch/core/contract/report/report";

export interface ApiAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Breaks the connection instead of answering. */
  cut?: boolean;
}

export interface ReceivedReport {
  report: Report;
  headers: http.IncomingHttpHeaders;
  /** The received body, decompressed. */
  text: string;
  /** Unix milliseconds. */
  at: number;
}

/** A small real HTTP server in place of the API. It checks each report against the contract and keeps it. */
export class ApiServer {
  readonly reports: ReceivedReport[] = [];
  readonly faults: unknown[] = [];
  readonly #sockets = new Set<Socket>();
  /** The answer to the next report. Its number counts from 0. */
  answer: (number: number) => ApiAnswer = () => accepted(60);
  /** The answer to GET /health. */
  health: ApiAnswer = { status: 200, body: { status: "ok", version: "1.0.0" } };
  /** The answer to `{}` in place of a report: like the API, 400 for a valid key. */
  emptyReport: ApiAnswer = { status: 400, body: { code: "INVALID", message: "The report is not valid." } };
  /** The Authorization headers of the requests with `{}`. */
  readonly emptyReports: (string | undefined)[] = [];
  readonly #server: http.Server;
  readonly #scheme: string;
  readonly #waiting: (() => void)[] = [];

  private constructor(tls?: { cert: string; key: string }) {
    const handler: http.RequestListener = (request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        this.faults.push(error);
        response.writeHead(500).end();
      });
    };
    this.#scheme = tls ? "https" : "http";
    this.#server = tls
      ? https.createServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, handler)
      : http.createServer(handler);
  }

  static async start(tls?: { cert: string; key: string }, port = 0): Promise<ApiServer> {
    const api = new ApiServer(tls);
    api.#server.listen(port, "127.0.0.1");
    await once(api.#server, "listening");
    return api;
  }

  /** The number of connections so far that asked for something of the API. */
  get connections(): number {
    return this.#sockets.size;
  }

  get port(): number {
    const address = this.#server.address();
    return address !== null && typeof address === "object" ? address.port : 0;
  }

  get address(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  /** Resolves when that many reports have arrived; rejects at the time limit. */
  async received(count: number, milliseconds = 50_000): Promise<ReceivedReport> {
    const deadline = Date.now() + milliseconds;
    while (this.reports.length < count) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`${this.reports.length} of ${count} reports within ${milliseconds} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    const report = this.reports[count - 1];
    if (!report) throw new Error("no report");
    return report;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    // Other tests look around at all ports of this machine.
    if (request.url !== "/health" && request.url !== reportsPath)
      return send(request, response, { status: 404 });
    this.#sockets.add(request.socket);
    if (request.url === "/health") return send(request, response, this.health);
    const bytes = Buffer.concat(chunks);
    const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
    if (text === "{}") {
      this.emptyReports.push(request.headers.authorization);
      return send(request, response, this.emptyReport);
    }
    const report = reportSchema.parse(JSON.parse(text));
    const answer = this.answer(this.reports.length);
    this.reports.push({ report, headers: request.headers, text, at: Date.now() });
    send(request, response, answer);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function send(request: http.IncomingMessage, response: http.ServerResponse, answer: ApiAnswer): void {
  if (answer.cut) {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? {}));
}

/** The API's answer to an accepted report. */
export function accepted(nextReportInSeconds: number, serverTime = new Date().toISOString()): ApiAnswer {
  return { status: 202, body: { deployments: [], nextReportInSeconds, serverTime } };
}
