import { readFileSync } from "node:fs";
import { Secret } from "@shardwatch/core/kit/secret";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { ApiServer } from "../../test/api-server.ts";
import { makeCertificates } from "../../test/certificates.ts";
import type { Certificates } from "../../test/certificates.ts";
import { systemClock } from "../clock.ts";
import { createLog } from "../log.ts";
import { ApiHttp } from "./http.ts";
import type { Outcome } from "./outcome.ts";
import { Pusher } from "./push.ts";

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
