import { gzipSync } from "node:zlib";
import { parseReport, reportByteLimit } from "@shardwatch/core/contract/report/report";
import { beforeEach, describe, expect, test } from "vitest";
import { license } from "../support/filters.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await world.app.request("/agent/reports", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body,
  });
}

/** The answer is the documented one and names the field. Nothing was written. */
async function refused(answer: Response, status: number, field: RegExp): Promise<void> {
  const body = (await answer.json()) as {
    code: string;
    message: string;
    details?: string[];
    requestId: string;
  };
  expect({ status: answer.status, body }).toMatchObject({ status });
  expect(body.details?.join("\n") ?? "").toMatch(field);
  expect(body.message).toBeTruthy();
  expect(body.requestId).toBe(answer.headers.get("x-request-id"));
  expect(
    world.recorder.sent.filter((sent) => sent.writeUnits > 0 || /Put|Update|Delete|Write/.test(sent.command)),
  ).toEqual([]);
}

/** A valid report with one value changed by JSON path. */
function spoiled(path: (string | number)[], value: unknown): unknown {
  const report = JSON.parse(JSON.stringify(reportOf(world, [reported("a")]))) as Record<string, unknown>;
  let place = report as Record<string | number, unknown>;
  for (const part of path.slice(0, -1)) place = place[part] as typeof place;
  place[path.at(-1) ?? ""] = value;
  return report;
}

describe("AGT14 API49 a malformed report is answered 400 naming the field, and nothing is stored", () => {
  const database = ["deployments", 0, "databases", 0];
  const cases: [string, (string | number)[], unknown, RegExp][] = [
    ["another schema version", ["version"], 2, /^version: /],
    ["a number for a text", ["deployments", 0, "name"], 7, /^deployments\[0\]\.name: /],
    ["no deployments", ["deployments"], [], /^deployments: /],
    ["deployments that are no list", ["deployments"], "all", /^deployments: /],
    ["an unknown type", ["deployments", 0, "type"], "SENTINEL", /^deployments\[0\]\.type: /],
    ["a cloud deployment from an agent", ["deployments", 0, "type"], "CLOUD", /^deployments\[0\]\.type: /],
    [
      "memory as a number",
      [...database, "memoryUsed"],
      1e21,
      /^deployments\[0\]\.databases\[0\]\.memoryUsed: /,
    ],
    ["memory below zero", [...database, "memoryUsed"], "-1", /memoryUsed: must be a whole number of bytes/],
    ["memory with a fraction", [...database, "memoryLimit"], "1.5", /memoryLimit: must be a whole number/],
    ["memory of thirty digits", [...database, "memoryUsed"], "9".repeat(30), /memoryUsed: must be/],
    ["a name of a megabyte less a little", ["deployments", 0, "name"], "x".repeat(900_000), /name: /],
    [
      "a start with a fraction of a thousand digits",
      [...database, "startedAt"],
      `2026-01-01T00:00:00.${"0".repeat(1_000)}Z`,
      /startedAt: Too big/,
    ],
    [
      "an expiry with a fraction of a thousand digits",
      ["deployments", 0, "license"],
      { ...license(), expirationDate: `2026-01-01T00:00:00.${"0".repeat(1_000)}Z` },
      /license\.expirationDate: Too big/,
    ],
    [
      "a script for an address",
      ["deployments", 0, "enterpriseAdminUrl"],
      "javascript:alert(1)",
      /enterpriseAdminUrl: /,
    ],
    ["a date that is none", ["measuredAt"], "yesterday", /^measuredAt: /],
    [
      "the end of a certificate in words",
      ["deployments", 0, "certificateEnd"],
      "Nov 30 12:00:00 2026 GMT",
      /^deployments\[0\]\.certificateEnd: /,
    ],
    [
      "the end of a certificate with a fraction of a thousand digits",
      ["deployments", 0, "certificateEnd"],
      `2026-01-01T00:00:00.${"0".repeat(1_000)}Z`,
      /certificateEnd: Too big/,
    ],
    ["no agent", ["agent"], null, /^agent: /],
    ["an agent id with a path in it", ["agent", "id"], "../../etc#PULSE", /^agent\.id: /],
  ];
  test.each(cases)("%s", async (_, path, value, field) => {
    const report = spoiled(path, value);
    world.recorder.clear();
    await refused(await send(world, key, report), 400, field);
  });

  test("garbage instead of JSON", async () => {
    world.recorder.clear();
    await refused(await post("<xml/>"), 400, /^body: must be JSON/);
    await refused(await post("null"), 400, /^body: /);
    await refused(await post(""), 400, /^body: must be JSON/);
    await refused(await post(JSON.stringify("[".repeat(100_000))), 400, /^body: /);
  });

  test("two deployments with one key", async () => {
    const report = reportOf(world, [reported("a"), reported("b"), reported("a")]);
    world.recorder.clear();
    await refused(
      await send(world, key, report),
      400,
      /^deployments\[2\]\.key: must differ from deployments\[0\]\.key/,
    );
  });

  test("a clock an hour ahead", async () => {
    const report = spoiled(["measuredAt"], new Date(world.clock.now() + 3_600_000).toISOString());
    world.recorder.clear();
    const answer = await send(world, key, report);
    expect(await answer.clone().json()).toMatchObject({ code: "CLOCK_AHEAD" });
    await refused(answer, 400, /^measuredAt: must be at most 5 minutes ahead of 20/);
  });

  test("a clock a little ahead is taken", async () => {
    const report = spoiled(["measuredAt"], new Date(world.clock.now() + 240_000).toISOString());
    expect((await send(world, key, report)).status).toBe(202);
  });

  test("of a megabyte of empty databases no more is looked at than ten faults need", async () => {
    const empty = `{"databases":[${Array(4_999).fill("{}").join()}]}`;
    const body = JSON.stringify(reportOf(world, [])).replace("[]", `[${Array(69).fill(empty).join()}]`);
    world.recorder.clear();
    await refused(await post(body), 400, /^deployments\[0\]\./);
    const looked: number[] = [];
    const deployments = Array.from({ length: 69 }, (_, index) => ({
      get databases() {
        looked.push(index);
        return Array.from({ length: 4_999 }, () => ({}));
      },
    }));
    expect(parseReport({ ...reportOf(world, []), deployments })).toMatchObject({
      faults: { length: 10 },
    });
    expect(looked).toEqual([0]);
  });

  test("a link with a name before the host is not taken", async () => {
    const report = spoiled(["deployments", 0, "enterpriseAdminUrl"], "https://bank.example@evil.example");
    world.recorder.clear();
    await refused(await send(world, key, report), 400, /enterpriseAdminUrl: must not contain "@"/);
  });

  test("a hundred thousand faults are told by the first ten", async () => {
    const answer = await send(world, key, { ...reportOf(world, []), deployments: Array(20_000).fill(1) });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { details: string[] }).details.length).toBeLessThanOrEqual(10);
  });
});

describe("AGT05 LIM18 a report over 1 MB is refused, measured after decompression too", () => {
  test("eleven megabytes", async () => {
    world.recorder.clear();
    await refused(
      await post(new Uint8Array(11 * 1_048_576).fill(32)),
      413,
      /^body: must be at most 1048576 bytes/,
    );
  });

  test("a gzip bomb is cut off", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1_048_576, 32));
    expect(bomb.length).toBeLessThan(reportByteLimit);
    // A reader of the whole would meet a fault in the second half, which is another answer.
    bomb.fill(255, Math.floor(bomb.length / 2));
    world.recorder.clear();
    await refused(await post(new Uint8Array(bomb), { "content-encoding": "gzip" }), 413, /^body: /);
  });

  test("one that is just small enough is taken", async () => {
    const report = JSON.stringify(reportOf(world, [reported("large", { databases: databases(4_000) })]));
    const padded = report + " ".repeat(reportByteLimit - report.length);
    expect(padded.length).toBe(reportByteLimit);
    expect((await post(padded)).status).toBe(202);
    world.clock.advance(60_000);
    expect((await post(`${padded} `)).status).toBe(413);
  });

  test("what is not gzip, or something else than gzip or JSON", async () => {
    world.recorder.clear();
    await refused(await post("not gzip", { "content-encoding": "gzip" }), 400, /^body: must be gzip/);
    await refused(await post("{}", { "content-encoding": "br" }), 415, /^Content-Encoding: must be gzip/);
    for (const type of [
      "application/x-www-form-urlencoded",
      "application/json-patch+json",
      "application/json; charset=latin1",
    ])
      await refused(
        await post("{}", { "content-type": type }),
        415,
        /^Content-Type: must be application\/json, in UTF-8/,
      );
  });
});

/** The report is answered 400 with that field, and there is no deployment. */
async function refusedWhole(report: unknown, field: RegExp): Promise<void> {
  const answer = await send(world, key, report);
  expect(answer.status).toBe(400);
  const { details } = (await answer.json()) as { details: string[] };
  expect(details.join("\n")).toMatch(field);
  expect(await (await call(world, "GET", "/deployments", { as: person })).json()).toEqual({
    deployments: [],
  });
}

describe("AGT14 SEC15 what parsers forgive is refused all the same", () => {
  const database = ["deployments", 0, "databases", 0];
  const cases: [string, (string | number)[], unknown, RegExp][] = [
    [
      "a blank before an address",
      ["deployments", 0, "enterpriseAdminUrl"],
      " https://a.example",
      /enterpriseAdminUrl: /,
    ],
    [
      "a line break behind it",
      ["deployments", 0, "enterpriseAdminUrl"],
      "https://a.example\n",
      /enterpriseAdminUrl: /,
    ],
    ["a tab in it", ["deployments", 0, "enterpriseAdminUrl"], "https://a.ex\tample", /enterpriseAdminUrl: /],
    [
      "backslashes in it",
      ["deployments", 0, "enterpriseAdminUrl"],
      "https:\\\\a.example",
      /enterpriseAdminUrl: /,
    ],
    [
      "what nobody sees in it",
      ["deployments", 0, "enterpriseAdminUrl"],
      "https://a.example/\u202e",
      /enterpriseAdminUrl: /,
    ],
    [
      "memory beyond 64 bits",
      [...database, "memoryUsed"],
      "9223372036854775808",
      /memoryUsed: must be a whole number .* at most 9223372036854775807$/,
    ],
    [
      "memory of twenty nines",
      [...database, "memoryLimit"],
      "9".repeat(20),
      /memoryLimit: must be a whole number .* at most 9223372036854775807$/,
    ],
    [
      "a database id that nobody sees",
      [...database, "id"],
      "1\u200b",
      /databases\[0\]\.id: must not contain characters/,
    ],
    ["a date that is none", ["measuredAt"], "yesterday", /^measuredAt: must be a time in UTC like "2026-/],
    ["a time without a zone", ["measuredAt"], "2026-03-01T12:00:00", /^measuredAt: must be a time in UTC/],
    [
      "a time before there was anything",
      ["measuredAt"],
      "0000-01-01T00:00:00Z",
      /^measuredAt: must not be before 2020-/,
    ],
    [
      "a clock that was never set",
      ["measuredAt"],
      "1970-01-01T00:00:07Z",
      /^measuredAt: must not be before 2020-.*set the clock/,
    ],
  ];
  test.each(cases)("%s", async (_, path, value, field) => {
    await refusedWhole(spoiled(path, value), field);
  });

  test("two databases with one id", async () => {
    const [one, two] = databases(2);
    const twins = [one, two, { ...two, name: "the same again" }] as ReturnType<typeof databases>;
    const report = reportOf(world, [reported("a"), reported("b", { databases: twins })]);
    await refusedWhole(report, /^deployments\[1\]\.databases\[2\]\.id: must differ from databases\[1\]\.id$/);
  });

  test("the most memory that there can be is taken, and its sum is shown whole", async () => {
    const most = String(2n ** 63n - 1n);
    const full = databases(3).map((one) => ({ ...one, memoryUsed: most, memoryLimit: most }));
    expect((await send(world, key, reportOf(world, [reported("full", { databases: full })]))).status).toBe(
      202,
    );
    const list = await call(world, "GET", "/deployments", { as: person });
    const sum = String((2n ** 63n - 1n) * 3n);
    expect(await list.json()).toMatchObject({ deployments: [{ memoryUsed: sum, memoryLimit: sum }] });
  });
});
