import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { compressed } from "./compress.ts";

const long = "x".repeat(1_024);
const app = new Hono()
  .use(compressed)
  .get("/long", (c) => c.text(long))
  .get("/short", (c) => c.text(long.slice(1)))
  .get("/refused", (c) => c.text(long, 404))
  .post("/long", (c) => c.text(long));

const ask = (path: string, method = "GET", accepted = "gzip") =>
  app.request(path, { method, headers: { "accept-encoding": accepted } });

test("P7 a success of 1,024 bytes or more comes as gzip, whatever its path", async () => {
  const answer = await ask("/long");
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.headers.get("vary")).toBe("accept-encoding");
  expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(long);
});

test.each([
  ["a short answer", "/short", "GET", "gzip"],
  ["a refusal", "/refused", "GET", "gzip"],
  ["an answer to a browser that takes no gzip", "/long", "GET", "br, gzip;q=0"],
  ["an answer to a POST, which can hold a new secret", "/long", "POST", "gzip"],
])("%s comes as it is", async (_, path, method, accepted) => {
  const answer = await ask(path, method, accepted);
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(long).toContain(await answer.text());
});
