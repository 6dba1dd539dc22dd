import { gzipSync } from "node:zlib";
import { answer } from "@shardwatch/functions/agent-report/answer";
import { expect, test } from "vitest";
import { madeUpKeys } from "../support/made-up-keys.ts";
import { reported, reportOf } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const person = await signUp(world);
const key = (await createKey(world, person)).compositeKey;

interface Call {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const json = (fields: object = {}) => JSON.stringify({ ...reportOf(world, [reported("cache")]), ...fields });
const later = (seconds: number) => new Date(world.clock.now() + seconds * 1_000).toISOString();

/** Every answer of the route. */
const calls: Record<string, [status: number, call: () => Call]> = {
  "a report": [202, () => ({ body: json() })],
  "a gzip report": [202, () => ({ body: gzipSync(json()), headers: { "content-encoding": "gzip" } })],
  "a report too soon": [429, () => ({ body: json({ measuredAt: later(0) }) })],
  "a report from the future": [400, () => ({ body: json({ measuredAt: later(3_600) }) })],
  "a report with a wrong field": [400, () => ({ body: json({ version: 2 }) })],
  "no body": [400, () => ({})],
  "no JSON": [400, () => ({ body: "Redis" })],
  "no gzip": [400, () => ({ body: "Redis", headers: { "content-encoding": "gzip" } })],
  "a wrong type": [415, () => ({ body: json(), headers: { "content-type": "text/plain" } })],
  "a wrong encoding": [415, () => ({ body: json(), headers: { "content-encoding": "br" } })],
  "a long report": [413, () => ({ body: json({ padding: "x".repeat(1_048_576) }) })],
  "a gzip bomb": [
    413,
    () => ({ body: gzipSync(Buffer.alloc(20_000_000)), headers: { "content-encoding": "gzip" } }),
  ],
};

/** Every kind of invalid key. */
const wrongKeys: Record<string, string> = {
  "no key": "",
  "a mistyped key": `Bearer ${key}x`,
  ...Object.fromEntries(
    Object.entries(madeUpKeys(key, (await createKey(world, person, "Another key")).compositeKey)).map(
      ([secret, wrong]) => [`the id of a key with ${secret}`, `Bearer ${wrong}`],
    ),
  ),
};

async function both({ headers = {}, body }: Call) {
  const sent = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
  const fromApi = await world.app.request("/agent/reports", {
    method: "POST",
    headers: sent,
    ...(body !== undefined && { body }),
  });
  const fromFunction = await answer(world.services, {
    headers: sent,
    isBase64Encoded: true,
    requestContext: { http: { method: "POST" } },
    ...(body !== undefined && { body: Buffer.from(body).toString("base64") }),
  });
  return {
    api: comparable(fromApi.status, Object.fromEntries(fromApi.headers), await fromApi.text()),
    report: comparable(fromFunction.statusCode, fromFunction.headers, fromFunction.body),
  };
}

/** An answer without its request id, and without headers that only browsers need. */
function comparable(status: number, headers: Record<string, string>, body: string) {
  const { "x-request-id": requestId = "", ...rest } = headers;
  expect(requestId).toMatch(/^[\w-]{12}$/);
  const kept = Object.entries(rest).filter(([name]) => !/^(access-control-.*|vary)$/.test(name));
  return { status, headers: Object.fromEntries(kept), body: body.replace(requestId, "<request id>") };
}

test.each(Object.entries(calls))(
  "the report function answers %s as the API does",
  async (_, [status, call]) => {
    // A report that must be too early follows within a second; all others wait for an interval.
    world.clock.advance(status === 429 ? 1_000 : 60_000);
    const { api, report } = await both(call());
    expect(report).toEqual(api);
    expect(report.status).toBe(status);
  },
);

test.each(Object.entries(wrongKeys))(
  "AGT12 the report function refuses %s as the API does",
  async (_, authorization) => {
    world.clock.advance(60_000);
    const { api, report } = await both({ body: json(), headers: { authorization } });
    expect(report).toEqual(api);
    expect(report.status).toBe(401);
  },
);
