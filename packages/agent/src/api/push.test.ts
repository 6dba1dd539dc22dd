import { readFileSync } from "node:fs";
import { Secret } from "@shardwatch/core/kit/secret";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { ApiServer } from "../../test/api-server.ts";
import { makeCertificates } from "../../test/certificates.ts";
import type { Certificates } from "../../test/certificates.ts";
import { systemClock } from "../clock.ts";
import { createLog } from "../log.ts";
import type { SentReport } from "../parts.ts";
import { ApiHttp } from "./http.ts";
import type { Outcome } from "./outcome.ts";
import { Pusher, refusedIn, RefusedNotes } from "./push.ts";

let own: Certificates;
let foreign: Certificates;
let api: ApiServer;
beforeAll(async () => {
  own = await makeCertificates();
  foreign = await makeCertificates();
  api = await ApiServer.start(own);
});
afterAll(async () => {
  await api.stop();
  await Promise.all([own.remove(), foreign.remove()]);
});

async function push(count: number, ca?: string): Promise<Outcome> {
  const settings = {
    address: api.address,
    key: new Secret(testKey),
    ...(ca !== undefined && { ca: readFileSync(ca) }),
  };
  const http = new ApiHttp(settings);
  const deployments = Array.from({ length: count }, (_, index) => ({
    key: `key ${index}`,
    name: `name ${index}`,
    type: "STANDALONE" as const,
    status: "active",
  }));
  const measuredAt = new Date().toISOString();
  const agent = { id: "0123456789abcdef", version: "1" };
  const outcome = await new Pusher(
    http,
    systemClock,
    createLog("error", () => undefined),
  ).push({ version: 1, agent, measuredAt, deployments, commands: [] }, new AbortController().signal);
  http.close();
  return outcome;
}

test("AGT32 the API's certificate is verified: its own CA opens it, none or another does not", async () => {
  expect((await push(1, own.ca)).kind).toBe("accepted");
  const before = api.reports.length;
  expect(await push(1)).toMatchObject({ kind: "retry" });
  expect(await push(1, foreign.ca)).toMatchObject({ kind: "retry" });
  expect(api.reports).toHaveLength(before);
});

test("a report carries the key as a bearer token, and is compressed from one kilobyte on", async () => {
  await push(1, own.ca);
  const small = api.reports.at(-1);
  expect(small?.headers.authorization).toBe(`Bearer ${testKey}`);
  expect(small?.headers["content-encoding"]).toBeUndefined();
  await push(100, own.ca);
  const large = api.reports.at(-1);
  expect(large?.headers["content-encoding"]).toBe("gzip");
  expect(large?.report.deployments).toHaveLength(100);
  expect(Number(large?.headers["content-length"])).toBeLessThan((large?.text.length ?? 0) / 4);
  expect(api.faults).toEqual([]);
});

const message = "Another person's key reports this deployment.";
const answer = (...keys: string[]) => JSON.stringify({ refused: keys.map((key) => ({ key, message })) });

function reportOf(...keys: string[]): SentReport {
  const deployments = keys.map((key) => ({
    key,
    name: `name of ${key}`,
    type: "CLUSTER" as const,
    status: "active",
  }));
  const agent = { id: "0123456789abcdef", version: "1" };
  return { version: 1, agent, measuredAt: "2026-03-01T12:00:00.000Z", deployments, commands: [] };
}

test("R17 a deployment that is left out is logged once with the reason, not at each report, and once when it no longer is", () => {
  const lines: string[] = [];
  const notes = new RefusedNotes(createLog("info", (line) => lines.push(line)));
  for (let times = 0; times < 3; times += 1) notes.note(reportOf("a", "b"), answer("b"));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", deployment: "name of b", message });
  // A part of the report without the deployment does not change its state.
  notes.note(reportOf("c"), "{}");
  notes.note(reportOf("a", "b"), "{}");
  notes.note(reportOf("a", "b"), "{}");
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: "info", deployment: "name of b" });
});

test.each(["", "[]", '{"refused":7}', '{"refused":[null,7,{"key":1},{"message":"x"}]}'])(
  "R12 whatever a machine in between answers is no refusal: %s",
  (body) => {
    expect(refusedIn(body).size).toBe(0);
  },
);

test("R12 the API's reason is cleaned and cut before it is logged", () => {
  const hostile = JSON.stringify({
    refused: [{ key: "a", message: `\u001B[31m${"x".repeat(1_000)}` }, { key: "b" }],
  });
  const refused = refusedIn(hostile);
  expect(refused.get("a")).not.toContain("\u001B");
  expect(refused.get("a")?.length).toBeLessThan(320);
  expect(refused.get("b")).toBe("");
});
