import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";

/** The most bytes of an answer, compressed and not. A page of 1,000 deployments has about one. */
const mostBytes = 32 * 1_048_576;

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface HttpQuestion {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Ends the question, wherever it is. */
  signal: AbortSignal;
}

/** The answer is no answer of ours: too large, broken off, or compressed in a wrong way. */
export class WrongAnswer extends Error {}

/** An import of node:http loads fetch too, which takes as long as the rest of a start. This does not. */
const protocols = {
  "http:": () => process.getBuiltinModule("node:http"),
  "https:": () => process.getBuiltinModule("node:https"),
};

/** Asks once. Any status is an answer, and no redirect is followed. Throws Node's errors, and WrongAnswer. */
export async function ask(
  address: URL,
  { method, headers, body, signal }: HttpQuestion,
): Promise<HttpAnswer> {
  const { request } = protocols[address.protocol === "https:" ? "https:" : "http:"]();
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    // The variable NODE_TLS_REJECT_UNAUTHORIZED must not send a token to a server that nobody has verified.
    const verified = { rejectUnauthorized: true };
    const outgoing = request(address, { method, headers, signal, ...verified }, resolve);
    outgoing.on("error", reject);
    outgoing.end(body);
  });
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: await textOf(incoming) };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw new WrongAnswer("is too large");
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, length);
  if (incoming.headers["content-encoding"] !== "gzip") return bytes.toString();
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes }).toString();
  } catch {
    throw new WrongAnswer("is too large, or broken");
  }
}
