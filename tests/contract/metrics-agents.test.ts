import { isDeepStrictEqual } from "node:util";
import { pulsesOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { scrape, valuesIn } from "../support/metrics.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const owner = await signUp(world);
const { compositeKey, keyId } = await createKey(world, owner);
const { secret: token } = await createToken(world, owner, { scopes: ["metrics"] });
const ends = "2027-03-01T12:00:00.000Z";
const agents = [
  { id: "agent00000000001", version: "1.0.0", name: 'rack "7"', platform: "linux/arm64" },
  { id: "agent00000000002", version: "1.2.0" },
] as const;

async function report(agent: (typeof agents)[number], deployments: ReturnType<typeof reported>[]) {
  const answer = await send(world, compositeKey, reportOf(world, deployments, { agent }));
  expect(answer.status, await answer.clone().text()).toBe(202);
}
const seconds = () => Math.floor(world.clock.now() / 1_000);
const ofAgent = (index: 0 | 1, more = "") => `{source_id="${keyId}",agent="${agents[index].id}"${more}}`;
const certificates = (text: string) => valuesIn(text, "shardwatch_certificate_expiry_timestamp_seconds");

test("OUT02 OUT03 agents are in the first part alone, certificates with their deployments, for no further round trip", async () => {
  await report(agents[0], [reported("secure", { certificateEnd: ends }), reported("unknown")]);
  await report(agents[1], [reported("other", { certificateEnd: ends, type: "CLUSTER" })]);
  const { text } = await scrape(world, token);
  expect(valuesIn(text, "shardwatch_agent_info")).toEqual(
    new Map([
      [ofAgent(0, ',name="rack \\"7\\"",version="1.0.0",platform="linux/arm64"'), 1],
      [ofAgent(1, ',version="1.2.0"'), 1],
    ]),
  );
  expect(valuesIn(text, "shardwatch_agent_last_report_timestamp_seconds")).toEqual(
    new Map([
      [ofAgent(0), seconds()],
      [ofAgent(1), seconds()],
    ]),
  );
  expect([...certificates(text).values()]).toEqual([Date.parse(ends) / 1_000, Date.parse(ends) / 1_000]);
  expect(certificates((await scrape(world, token, "/metrics?type=CLUSTER")).text).size).toBe(1);
  const parts: { text: string; trips: number }[] = [];
  for (const part of ["1/2", "2/2"]) {
    world.clock.advance(15_000);
    world.recorder.clear();
    const answer = await scrape(world, token, `/metrics?part=${part}`);
    parts.push({ text: answer.text, trips: world.recorder.sequentialRoundTrips() });
  }
  const [first, second] = parts;
  expect(first?.trips).toBe(second?.trips);
  const found = parts.flatMap((part) => [...certificates(part.text).keys()]);
  expect(found.toSorted()).toEqual([...certificates(text).keys()].toSorted());
  expect(valuesIn(first?.text ?? "", "shardwatch_agent_info").size).toBe(2);
  expect(valuesIn(second?.text ?? "", "shardwatch_agent_info").size).toBe(0);
});

test("OUT02 parts that are asked for within 15 seconds share one reading, which may be a second old, and later ones read anew", async () => {
  const { table } = world.services;
  const pulses = pulsesOf(scopeOf(owner));
  const reads: unknown[] = [];
  const queryAll: typeof table.queryAll = async (run, options) => {
    if (isDeepStrictEqual(run, pulses)) reads.push(options?.eventually);
    return await table.queryAll(run, options);
  };
  const app = createApp({ ...world.services, table: { ...table, queryAll } });
  const headers = { authorization: `Bearer ${token}` };
  const read = async (part: string) => {
    const answer = await app.request(`/metrics?part=${part}`, { headers }, {});
    return valuesIn(await answer.text(), "shardwatch_agent_info").size;
  };
  // The process has read the pages of the fleet after this.
  await read("1/2");
  world.clock.advance(15_000);
  reads.length = 0;
  expect(await Promise.all([read("1/2"), read("2/2")])).toEqual([2, 0]);
  world.clock.advance(14_999);
  expect([await read("2/2"), await read("1/2"), reads]).toEqual([0, 2, [true]]);
  world.clock.advance(1);
  expect([await read("1/2"), reads]).toEqual([2, [true, true]]);
});

test("OUT03 a silent agent keeps its last report, and the certificate of its deployment is left out", async () => {
  await report(agents[0], [reported("secure", { certificateEnd: ends }), reported("unknown")]);
  const before = seconds();
  world.clock.advance(3_600_000);
  await report(agents[1], [reported("other", { certificateEnd: ends, type: "CLUSTER" })]);
  const { text } = await scrape(world, token);
  expect(valuesIn(text, "shardwatch_agent_last_report_timestamp_seconds")).toEqual(
    new Map([
      [ofAgent(0), before],
      [ofAgent(1), seconds()],
    ]),
  );
  expect(certificates(text).size).toBe(1);
});
