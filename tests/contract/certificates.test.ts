import type { Change } from "@shardwatch/core/contract/history/changes";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { beforeEach, expect, test } from "vitest";
import { incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { dateText } from "@shardwatch/core/kit/time";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const day = 1_440 * minute;
const world = await worldOfFile();
let person: Person;
let key: string;
let start: number;

beforeEach(async () => {
  start = Math.ceil(world.clock.time / day) * day;
  world.clock.time = start;
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

/** The moment that is so many days after the start of the test. */
const after = (days: number) => new Date(start + days * day).toISOString();

async function report(fields: Partial<ReportedDeployment>): Promise<void> {
  world.clock.advance(minute);
  const answer = await send(world, key, reportOf(world, [reported("cache", fields)]));
  expect(answer.status).toBe(202);
  await lookAt(world, person);
}

async function read<Body>(path: string): Promise<Body> {
  const as = await signInAgain(world, person);
  return (await (await call(world, "GET", path, { as })).json()) as Body;
}

const list = () => read<{ deployments: { id: string }[] }>("/deployments");
const detail = async () => read<Deployment>(`/deployments/${(await list()).deployments[0]?.id}`);
const changed = async () => (await read<{ changes: Change[] }>("/changes")).changes[0]?.fields;
const open = async () => (await incidentsOf(world, person)).filter(({ rule }) => rule === "certificate-ends");

const unreachable = {
  status: "unreachable",
  statusMessage: "The server's certificate has expired.",
  databases: undefined,
};

test("INC01 INC04 a certificate that ends is one incident, a message at each step, and over when it is renewed", async () => {
  await report({ certificateEnd: after(31) });
  expect(await open()).toEqual([]);
  const sequences: unknown[] = [];
  for (const days of [1, 10, 17, 24, 30]) {
    world.clock.time = start + days * day;
    await report({ certificateEnd: after(31) });
    const [incident, ...others] = await open();
    expect(others).toEqual([]);
    sequences.push([incident?.title, incident?.severity, incident?.sequence]);
  }
  const title = `cache: the certificate ends on ${dateText(Date.parse(after(31)))}`;
  expect(sequences).toEqual([
    [title, "warning", 1],
    [title, "warning", 1],
    [title, "warning", 2],
    [title, "critical", 3],
    [title, "critical", 4],
  ]);
  const [incident] = await open();
  const { advice, cause } = await incidentOf(world, person, incident?.id ?? "");
  expect(cause).toMatchObject({ kind: "deployment", name: "cache" });
  expect(advice.command).toContain("openssl s_client -connect HOST:PORT");
  await report({ certificateEnd: after(396) });
  expect(await open()).toEqual([]);
  expect(await incidentsOf(world, person, "past")).toMatchObject([
    { id: incident?.id, state: "resolved", resolution: "recovered" },
  ]);
  expect(await changed()).toMatchObject([{ field: "certificateEnd", from: after(31), to: after(396) }]);
});

test("INC02 a server that is unreachable keeps the end, and the incident, until a new certificate is seen", async () => {
  await report({ certificateEnd: after(1) });
  const [incident] = await open();
  world.clock.time = start + 2 * day;
  // An agent that started again knows nothing of it.
  await report(unreachable);
  expect(await open()).toMatchObject([
    { id: incident?.id, title: `cache: the certificate expired on ${dateText(Date.parse(after(1)))}` },
  ]);
  expect(await detail()).toMatchObject({ status: "unreachable", certificateEnd: after(1) });
  // It logs in again with a password that is wrong, but it sees the certificate.
  await report({ ...unreachable, status: "denied", certificateEnd: after(60) });
  expect(await detail()).toMatchObject({ status: "denied", certificateEnd: after(60) });
  expect(await open()).toEqual([]);
});

test("INC02 a cluster of which some nodes cannot be read keeps the known end", async () => {
  await report({ type: "CLUSTER", certificateEnd: after(5) });
  await report({ type: "CLUSTER", status: "degraded" });
  expect(await detail()).toMatchObject({ certificateEnd: after(5) });
  expect(await open()).toHaveLength(1);
});

test("INC01 without TLS there is no certificate, so its incident ends with TLS", async () => {
  await report({ certificateEnd: after(5) });
  expect(await open()).toHaveLength(1);
  await report({ databases: databases(1).map((database) => ({ ...database, tlsEnabled: false })) });
  expect(await detail()).not.toHaveProperty("certificateEnd");
  expect(await open()).toEqual([]);
});

test("INC02 an agent that does not send the end is accepted, and nothing follows from it", async () => {
  await report({});
  expect(await detail()).not.toHaveProperty("certificateEnd");
  expect(await open()).toEqual([]);
  // Its successor does. What is read for the first time by a later agent is no change.
  world.clock.advance(minute);
  const next = reportOf(world, [reported("cache", { certificateEnd: after(90) })]);
  await send(world, key, { ...next, agent: { ...next.agent, version: "1.1.0" } });
  expect(await detail()).toMatchObject({ certificateEnd: after(90) });
  expect(await changed()).toEqual([]);
});

test("P1 a steady report with a certificate writes one row, and lists do not have the end", async () => {
  await report({ certificateEnd: after(90) });
  world.clock.advance(minute);
  world.recorder.clear();
  await send(world, key, reportOf(world, [reported("cache", { certificateEnd: after(90) })]));
  expect(world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0)).toMatchObject([{ writeUnits: 1 }]);
  expect((await list()).deployments[0]).not.toHaveProperty("certificateEnd");
});
