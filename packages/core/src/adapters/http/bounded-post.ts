import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { foreignText } from "../../kit/foreign-text.ts";
import type { Secret } from "../../kit/secret.ts";
import { withoutAddress } from "./hidden-address.ts";
import { failed, PostFailure, toFailure } from "./post-failure.ts";

/** In milliseconds. */
export interface PostDeadlines {
  /** Until the name is resolved. */
  name: number;
  /** Until the connection is open, with its TLS handshake. */
  connect: number;
  /** From the answer's head to the end of its body. A longer body is cut, which is no failure. */
  body: number;
  /** For everything. */
  all: number;
}

export interface BoundedPost {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** How many bytes of the answer's body are returned; undefined for none beside the excerpt. */
  reads?: number | undefined;
  /** What an excerpt must not repeat, besides the address. */
  hides?: readonly Secret[] | undefined;
  /** The only addresses to connect to; undefined for an origin that is let through. */
  addresses: readonly string[] | undefined;
  /** Authorities to trust in PEM; those of Node when undefined. */
  ca: string | Buffer | undefined;
  deadlines: PostDeadlines;
  /** Whether an address may be connected to. Asked once more when the connection is open. */
  isAllowed: (address: string) => boolean;
}

export interface PostAnswer {
  status: number;
  retryAfter: string | undefined;
  excerpt: string;
  body?: string;
}

const headerBytes = 16 * 1024;
const readBytes = 4 * 1024;
const keptBytes = 1024;
const retryAfterLength = 64;
/** Answers before the answer, such as 103. A receiver could send them without end. */
const interimAnswers = 4;

/** Answers with the checked addresses, so that the name is not resolved a second time. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
}

function optionsOf({ url, headers, body, addresses, ca, deadlines }: BoundedPost): https.RequestOptions {
  const options = {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    // A pool could hold a connection to an address of an earlier resolution. It could also know a proxy.
    agent: false as const,
    maxHeaderSize: headerBytes,
    // NODE_TLS_REJECT_UNAUTHORIZED must not switch this off.
    rejectUnauthorized: true,
    // Node passes this on to the socket. Its 250 ms are too short for distant receivers with several addresses.
    autoSelectFamilyAttemptTimeout: Math.ceil(deadlines.connect / 3),
    ...(ca !== undefined && { ca }),
    ...(addresses && { lookup: lookupOf(addresses), servername: url.hostname }),
  };
  return options;
}

/**
 * One POST that always ends. It follows no redirect, uses no proxy and no other connection, and decompresses nothing.
 * Throws PostFailure.
 */
export function boundedPost(post: BoundedPost): Promise<PostAnswer> {
  const { url, body, addresses, deadlines } = post;
  const end = performance.now() + deadlines.all;
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === "https:" ? https : http).request(url, optionsOf(post));
    let stopTimers = (): void => undefined;
    let hasHead = false;
    const fail = (error: unknown): void => {
      // The status decides. What happens to the body is not important.
      if (hasHead) return;
      stopTimers();
      reject(toFailure(error));
      outgoing.destroy();
    };
    stopTimers = startTimers(outgoing, deadlines, fail);
    outgoing.on("error", fail);
    // After an answer that changes the protocol (101) there is neither a response nor an error.
    outgoing.on("close", () => fail(failed("the receiver closed the connection without an answer")));
    limitInterim(outgoing, fail);
    if (addresses) checkConnection(outgoing, { ...post, addresses }, fail);
    outgoing.on("response", (incoming) => {
      hasHead = true;
      stopTimers();
      const most = Math.max(readBytes, post.reads ?? 0);
      void beginOf(incoming, most, Math.min(deadlines.body, end - performance.now())).then((begin) => {
        resolve({
          status: incoming.statusCode ?? 0,
          retryAfter: incoming.headers["retry-after"]?.slice(0, retryAfterLength),
          excerpt: excerptOf(begin.subarray(0, readBytes), post),
          ...(post.reads !== undefined && { body: begin.toString("utf8") }),
        });
        outgoing.destroy();
      });
    });
    outgoing.end(body);
  });
}

/** Calls `late` at a deadline. Returns the function that stops all timers. */
function startTimers(
  outgoing: ClientRequest,
  { connect, all }: PostDeadlines,
  late: (error: PostFailure) => void,
): () => void {
  const expire = (reason: string, milliseconds: number) =>
    setTimeout(() => late(failed(reason)), milliseconds);
  const whole = expire("the receiver did not answer in time", all);
  const opening = expire("the receiver did not accept the connection in time", connect);
  outgoing.on("socket", (socket) => {
    const opened = outgoing.protocol === "https:" ? "secureConnect" : "connect";
    socket.once(opened, () => clearTimeout(opening));
  });
  return () => {
    clearTimeout(whole);
    clearTimeout(opening);
  };
}

function limitInterim(outgoing: ClientRequest, fail: (error: PostFailure) => void): void {
  let count = 0;
  outgoing.on("information", () => {
    count += 1;
    if (count > interimAnswers) fail(failed("the receiver sent too many interim answers"));
  });
}

/** Ends the request when it is connected to another address than the checked ones, before anything is sent. */
function checkConnection(
  outgoing: ClientRequest,
  { addresses, isAllowed }: { addresses: readonly string[]; isAllowed: (address: string) => boolean },
  fail: (error: PostFailure) => void,
): void {
  outgoing.on("socket", (socket) => {
    socket.once("connect", () => {
      const remote = socket.remoteAddress ?? "";
      if (!addresses.includes(remote) || !isAllowed(remote))
        fail(new PostFailure("refused", "the connection leads to an address that is not public"));
    });
  });
}

/** The begin of the body. It resolves when the body ends, breaks off, is long or is late. */
function beginOf(incoming: IncomingMessage, most: number, deadline: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      clearTimeout(timer);
      resolve(isPlain(incoming) ? Buffer.concat(chunks).subarray(0, most) : Buffer.alloc(0));
    };
    const timer = setTimeout(done, deadline);
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else {
        chunks.push(chunk.subarray(0, most));
        done();
      }
    });
    incoming.on("error", done);
    incoming.on("close", done);
    incoming.on("end", done);
  });
}

const isPlain = ({ headers }: IncomingMessage): boolean =>
  /^(identity)?$/i.test(headers["content-encoding"]?.trim() ?? "");

/** Clean text without the address and what else is hidden. A character that is cut at the end is left out. */
function excerptOf(begin: Buffer, { url, hides = [] }: Pick<BoundedPost, "url" | "hides">): string {
  const hidden = hides.map((secret) => secret.reveal()).filter((secret) => secret !== "");
  const shown = hidden.reduce((left, secret) => left.replaceAll(secret, "…"), begin.toString("utf8"));
  const bytes = Buffer.from(withoutAddress(shown, url));
  const text = bytes.subarray(0, keptBytes).toString("utf8");
  return foreignText(bytes.length > keptBytes ? text.replace(/\ufffd+$/, "") : text, keptBytes).trim();
}
