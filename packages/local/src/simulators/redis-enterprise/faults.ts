import type { IncomingMessage, ServerResponse } from "node:http";

/** What can go wrong with a request, as a person reads it on the control page. */
export const faults = {
  works: "Works",
  "basic-off": "401 without a body: Basic authentication is switched off (8.2)",
  "proxy-401": "401 with a proxy's page",
  forbidden: "403: the role lacks the permission",
  "not-found": "404",
  "not-active": "406: a database is not active",
  "rate-limited": "429 with Retry-After",
  "server-error": "500 with error_code and message",
  "server-error-v4": "500 with error_code, description and status_code",
  "bad-gateway": "502 with a proxy's page",
  unavailable: "503 without a body: the node is in no cluster",
  "no-version": "505: the version of the API is not spoken",
  slow: "Answers, but late",
  hanging: "Takes the request and never answers",
  trickle: "Sends one byte after the other, for ever",
  endless: "Sends without end, as fast as it can",
  half: "Ends in the middle of the answer",
  cut: "Cuts the connection",
  garbage: "200 with bytes that mean nothing",
  page: "200 with a page: a proxy, or the admin UI",
  "other-json": "200 with JSON of somebody else",
  null: "200 with null",
} as const;

export type FaultName = keyof typeof faults;

export const noFaults: Readonly<Record<string, FaultName>> = { "*": "works" };

const page = "<!doctype html><title>Sign in</title><p>Please sign in.";

const answers: Partial<Record<FaultName, [number, string, string?]>> = {
  "basic-off": [401, ""],
  "proxy-401": [401, page, "text/html"],
  forbidden: [403, JSON.stringify({ error_code: "forbidden", message: "no permission" })],
  "not-found": [404, ""],
  "not-active": [406, ""],
  "rate-limited": [429, ""],
  "server-error": [500, JSON.stringify({ error_code: "internal_error", message: "at /opt/redislabs/cnm" })],
  "server-error-v4": [
    500,
    JSON.stringify({ error_code: "internal_error", description: "at cnm", status_code: 500 }),
  ],
  "bad-gateway": [502, page, "text/html"],
  unavailable: [503, ""],
  "no-version": [505, ""],
  garbage: [200, "\u0000\u001b[31m{]"],
  page: [200, page, "text/html; charset=utf-8"],
  "other-json": [200, JSON.stringify({ status: "ok" })],
  null: [200, "null"],
};

/**
 * Fails as configured; false when the usual answer is due.
 * @param body the usual answer, for the fault that breaks off in its middle
 */
export function misbehave(
  fault: FaultName,
  request: IncomingMessage,
  response: ServerResponse,
  body: () => string,
): boolean {
  const answer = answers[fault];
  if (answer) {
    const [status, text, type = "application/json"] = answer;
    response.writeHead(status, {
      "content-type": type,
      ...(status === 429 && { "retry-after": "30" }),
      ...(status === 401 && { "www-authenticate": 'Basic realm="Redis Enterprise"' }),
    });
    response.end(text);
    return true;
  }
  switch (fault) {
    case "cut":
      request.socket.destroy();
      return true;
    case "half": {
      const text = body();
      response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
      response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
      return true;
    }
    case "trickle": {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
      return true;
    }
    case "endless":
      response.writeHead(200, { "content-type": "application/json" });
      flood(response);
      return true;
    case "hanging":
      return true;
    default:
      return false;
  }
}

function flood(response: ServerResponse): void {
  const chunk = `"${"x".repeat(65_534)}`;
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", write);
  write();
}
