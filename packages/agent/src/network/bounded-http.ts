import http from "node:http";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { PeerCertificate } from "node:tls";
import { DeadlineError } from "./deadline.ts";
import { verifiedCertificate } from "./tls-options.ts";

export interface HttpLimits {
  /**
   * Until the connection is open, including its TLS handshake. Without it, only the answer has a deadline.
   */
  connectMilliseconds?: number;
  /** From the start of the request to the end of the answer. */
  answerMilliseconds: number;
  answerBytes: number;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /**
   * Of a redirect: the server's certificate. Undefined for other answers, without TLS, or when the certificate was not
   * verified.
   */
  certificate: PeerCertificate | undefined;
}

const faults = {
  "too large": "the answer is too large",
  "broken off": "the answer broke off",
  "no answer": "the connection ended without an answer",
} as const;

/** The answer did not arrive completely. */
export class AnswerError extends Error {
  readonly fault: keyof typeof faults;
  /** Node's code of the error that ended the answer, if there was one. */
  readonly code: string | undefined;

  constructor(fault: AnswerError["fault"], cause?: NodeJS.ErrnoException) {
    super(cause?.message ?? faults[fault]);
    this.name = "AnswerError";
    this.fault = fault;
    this.code = cause?.code;
  }
}

export interface HttpRequest extends https.RequestOptions {
  body?: Buffer | undefined;
  /** Called with a connection that was opened for this request, when the answer begins. */
  connected?: ((socket: Socket) => void) | undefined;
}

/**
 * Sends one request and reads the whole answer as text. Any status resolves; a redirect is not followed.
 * Rejects with Node's error, a DeadlineError or an AnswerError.
 */
export function requestBounded(
  url: string,
  { body, connected, ...options }: HttpRequest,
  limits: HttpLimits,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith("https:") ? https : http).request(url, options);
    const stopTimers = startTimers(outgoing, limits, (error) => fail(error));
    const fail = (error: Error): void => {
      stopTimers();
      reject(error);
      outgoing.destroy();
    };
    outgoing.on("error", fail);
    // When an answer changes the protocol (101), Node ends the request without an error and without a
    // response.
    const unanswered = (): void => fail(new AnswerError("no answer"));
    outgoing.on("close", unanswered);
    outgoing.on("response", (incoming) => {
      outgoing.off("close", unanswered);
      if (!outgoing.reusedSocket) connected?.(incoming.socket);
      const { statusCode: status = 0, headers } = incoming;
      // Reading it costs a tenth of the CPU of a report, and only redirects are judged by it.
      const certificate = status >= 300 && status < 400 ? verifiedCertificate(incoming.socket) : undefined;
      readText(incoming, limits.answerBytes).then((text) => {
        stopTimers();
        resolve({ status, headers, body: text, certificate });
      }, fail);
    });
    outgoing.end(body);
  });
}

/** Calls `late` when a time limit is reached. Returns the function that stops all timers. */
function startTimers(
  request: ClientRequest,
  { connectMilliseconds, answerMilliseconds }: HttpLimits,
  late: (error: DeadlineError) => void,
): () => void {
  let stage: DeadlineError["stage"] = "answer";
  const expire = (): void => late(new DeadlineError(stage));
  const answering = setTimeout(expire, answerMilliseconds);
  let connecting: NodeJS.Timeout | undefined;
  if (connectMilliseconds !== undefined)
    request.on("socket", (socket) => {
      if (!socket.connecting) return;
      stage = "connect";
      connecting = setTimeout(expire, connectMilliseconds);
      socket.once("connect", () => (stage = "tls"));
      socket.once("secureConnect", () => {
        stage = "answer";
        clearTimeout(connecting);
      });
    });
  return () => {
    clearTimeout(answering);
    clearTimeout(connecting);
  };
}

function readText(incoming: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) reject(new AnswerError("too large"));
      else chunks.push(chunk);
    });
    incoming.on("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ECONNRESET" ? new AnswerError("broken off", error) : error),
    );
    incoming.on("close", () => reject(new AnswerError("broken off")));
    incoming.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}
