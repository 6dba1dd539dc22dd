import { afterAll, expect, test } from "vitest";
import { ownPort } from "../../../../tests/support/ports.ts";
import { listen, type RunningServer } from "./listen.ts";

let server: RunningServer | undefined;
afterAll(() => server?.stop());

test("a connection waits longer for its next request than most proxies keep theirs", async () => {
  const port = await ownPort();
  const options = { name: "the API", host: "127.0.0.1", port, variable: "API_PORT" };
  server = await listen(options, (_, response) => response.end("here"));
  const { headers } = await fetch(`http://127.0.0.1:${port}`);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
