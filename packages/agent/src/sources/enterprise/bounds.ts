import type { ClientRequest, IncomingMessage } from "node:http";
import { AnswerError, DeadlineError } from "./errors.ts";

export interface EnterpriseLimits {
  connectMilliseconds: number;
  /** For one request, redirects not included. */
  answerMilliseconds: number;
  /** For everything that one report needs. */
  readMilliseconds: number;
  answerBytes: number;
}

/** A list of a thousand databases can take a cluster half a minute. */
export const defaultEnterpriseLimits: EnterpriseLimits = {
  connectMilliseconds: 5_000,
  answerMilliseconds: 30_000,
  readMilliseconds: 40_000,
  answerBytes: 8 * 1_048_576,
};

/** Destroys the request when it takes too long. Gives what ends the watch. */
export function watch(
  request: ClientRequest,
  milliseconds: number,
  { connectMilliseconds }: EnterpriseLimits,
): () => void {
  let stage: DeadlineError["stage"] = "answer";
  const late = (): void => void request.destroy(new DeadlineError(stage));
  const answering = setTimeout(late, milliseconds);
  let connecting: NodeJS.Timeout | undefined;
  request.on("socket", (socket) => {
    if (!socket.connecting) return;
    stage = "connect";
    connecting = setTimeout(late, connectMilliseconds);
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

/** The whole body as text. Rejects with an AnswerError when it is too large or breaks off. */
export function collect(incoming: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) incoming.destroy(new AnswerError("too large"));
      else chunks.push(chunk);
    });
    incoming.on("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ECONNRESET" ? new AnswerError("broken off") : error),
    );
    incoming.on("close", () => reject(new AnswerError("broken off")));
    incoming.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}
