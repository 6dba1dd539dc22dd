import type { RequestListener, ServerResponse } from "node:http";

/** How long a probe waits for the database. Orchestrators give up after one second to ten. */
const deadlineMs = 2_000;
/** One read of the database answers all probes of this time, so that nobody can flood it. */
const freshMs = 500;

interface ProbeOptions {
  version: string;
  /** Reads the database once. */
  read: () => Promise<unknown>;
}

/**
 * Answers `/health`, whether the process runs, and `/ready`, whether it should get requests: its database
 * answers, and it is not about to stop.
 */
export function createProbes({ version, read }: ProbeOptions) {
  let isStopping = false;
  let last: { at: number; answer: Promise<boolean> } | undefined;

  function isReadable(): Promise<boolean> {
    const now = performance.now();
    if (last === undefined || now - last.at > freshMs) last = { at: now, answer: withinDeadline(read) };
    return last.answer;
  }

  async function ready(response: ServerResponse): Promise<void> {
    if (isStopping) send(response, 503, { status: "stopping" });
    else if (await isReadable()) send(response, 200, { status: "ready", version });
    else send(response, 503, { status: "the database does not answer" });
  }

  /** Whether the request was for a probe. */
  function answer(...[request, response]: Parameters<RequestListener>): boolean {
    // The next request of the same caller needs a new connection, which leads to another process.
    if (isStopping) response.shouldKeepAlive = false;
    const path = (request.url ?? "").split("?")[0];
    if (path === "/health") send(response, 200, { status: "ok", version });
    else if (path === "/ready") void ready(response);
    else return false;
    return true;
  }
  return { answer, stopping: () => (isStopping = true) };
}

async function withinDeadline(read: () => Promise<unknown>): Promise<boolean> {
  const answer = read().then(
    () => true,
    () => false,
  );
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), deadlineMs);
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
