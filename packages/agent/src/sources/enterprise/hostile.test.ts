import { once } from "node:events";
import net from "node:net";
import { Secret } from "@shardwatch/core/kit/secret";
import type { Certificate } from "@shardwatch/local/simulators/redis-enterprise/certificate";
import type { FaultName } from "@shardwatch/local/simulators/redis-enterprise/faults";
import { startRedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import type { RedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "@shardwatch/server/machine/ports";
import {
  asReported,
  enterpriseCertificate,
  enterpriseSettings,
  shortEnterpriseLimits,
  usualEnterpriseLimits,
} from "../../../test/enterprise.ts";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import type { Reading, Status } from "../source.ts";
import type { EnterpriseLimits } from "./client.ts";
import { EnterpriseSource } from "./source.ts";

const silent = createLog("error", () => undefined);
let certificate: Certificate & { remove(): void };
let cluster: RedisEnterprise;
beforeAll(async () => {
  certificate = await enterpriseCertificate();
  cluster = await startRedisEnterprise({ certificate });
});
afterAll(async () => {
  await cluster.stop();
  certificate.remove();
});
beforeEach(() => {
  Object.assign(cluster.state, { faults: {}, delayMs: 3_000 });
  cluster.state.user.role = "cluster_viewer";
  cluster.requests.length = 0;
});

function source(more: Partial<EnterpriseSettings> = {}, limits = usualEnterpriseLimits): EnterpriseSource {
  const settings = enterpriseSettings(cluster, certificate, more);
  return new EnterpriseSource(settings, silent, new Map(), limits);
}

async function read(
  more?: Partial<EnterpriseSettings>,
  limits?: EnterpriseLimits,
): Promise<Reading["deployment"]> {
  return (await source(more, limits).read()).deployment;
}

const late = "did not answer in time";
/** Deadlines for an answer that is expected to end with these words. Only one that is late has short ones. */
const limitsFor = (words: string) => (words === late ? shortEnterpriseLimits : usualEnterpriseLimits);

/** The reported status of each fault, with a part of the message. */
const shapes: [FaultName, Status, string][] = [
  ["basic-off", "denied", "control_plane_basic_authentication"],
  ["proxy-401", "denied", "rejects the username or password"],
  ["forbidden", "denied", "Cluster Viewer"],
  ["not-found", "unreachable", "9443"],
  ["not-active", "unreachable", "isn't active"],
  ["rate-limited", "unreachable", "rate limiting"],
  ["server-error", "unreachable", "(500)"],
  ["server-error-v4", "unreachable", "(500)"],
  ["bad-gateway", "unreachable", "(502)"],
  ["unavailable", "unreachable", "another node"],
  ["no-version", "unsupported", "version 1"],
  ["slow", "unreachable", late],
  ["hanging", "unreachable", late],
  ["trickle", "unreachable", late],
  ["endless", "unreachable", "larger"],
  ["half", "unreachable", "before the answer was complete"],
  ["cut", "unreachable", "cut"],
  ["garbage", "unreachable", "not the JSON"],
  ["page", "unreachable", "admin UI"],
  ["null", "unsupported", "form"],
];

test.each([...shapes, ["other-json", "unsupported", "identify"] as const])(
  "R12 AGT25 a cluster that answers with '%s' is reported as %s in time, and says what to do",
  async (fault, status, words) => {
    cluster.state.faults["*"] = fault;
    const deployment = asReported(await source({}, limitsFor(words)).read());
    expect(deployment).toMatchObject({ status, statusMessage: expect.stringContaining(words) });
    expect(deployment.databases).toBeUndefined();
    // The server's text is untrusted.
    expect(deployment.statusMessage).not.toMatch(/opt\/redislabs|<|\\u/);
  },
);

// One way to be late is enough here: each is a second and a half of waiting, and the table above has all.
const quick = shapes.filter(([fault]) => !["slow", "trickle"].includes(fault));

test.each([...quick, ["other-json", "unsupported", "form"] as const])(
  "R12 AGT25 databases that are answered with '%s' make the cluster %s, and the last known ones stay",
  async (fault, status, words) => {
    const limits = { ...usualEnterpriseLimits };
    const reader = source({}, limits);
    await reader.read();
    cluster.state.faults["/v1/bdbs"] = fault;
    if (words === late) limits.answerMilliseconds = 1_500;
    const { deployment } = await reader.read();
    expect(deployment).toMatchObject({ status, statusMessage: expect.stringContaining(words) });
    expect(deployment.databases).toBeUndefined();
    expect(deployment.license?.shardsLimit).toBe(200);
    expect(deployment.gaps).toEqual([expect.stringMatching(/^Databases: /)]);
  },
);

const someFaults = ["forbidden", "server-error", "endless", "cut", "page", "null"];

test.each(shapes.filter(([fault]) => someFaults.includes(fault)))(
  "R12 a licence that is answered with '%s' is a gap, and the last known one stays",
  async (fault, _, words) => {
    const limits = { ...usualEnterpriseLimits };
    const reader = source({}, limits);
    await reader.read();
    cluster.state.faults["/v1/license"] = fault;
    if (words === late) limits.answerMilliseconds = 1_500;
    const { deployment } = await reader.read();
    expect(deployment).toMatchObject({ status: "active", license: { shardsLimit: 200 } });
    expect(deployment.databases).toHaveLength(11);
    expect(deployment.gaps).toEqual([expect.stringMatching(/^License: /)]);
    expect(deployment.gaps?.[0]).toContain(words);
  },
);

test("every part that the role may not read is a named gap with the role that may", async () => {
  for (const path of ["/v1/license", "/v1/nodes", "/v1/bdbs/stats/last"])
    cluster.state.faults[path] = "forbidden";
  const { status, gaps, databases } = await read();
  expect(status).toBe("active");
  expect(gaps?.map((gap) => gap.split(":")[0])).toEqual(["License", "Nodes", "Memory used", "Shards"]);
  for (const gap of gaps ?? []) expect(gap).toContain("Cluster Viewer");
  expect(databases?.every(({ memoryUsed }) => memoryUsed === null)).toBe(true);
  // A user without the right to the statistics has no right to the shards either, so they are not requested.
  expect(cluster.requests.map(({ path }) => path).join()).not.toContain("/v1/shards");
});

test("AGT25 a wrong password and a role without rights are denied, in different words", async () => {
  expect(await read({ password: new Secret("wrong") })).toMatchObject({
    status: "denied",
    statusMessage: expect.stringContaining("username or password"),
  });
  cluster.state.user.role = "none";
  expect(await read()).toMatchObject({
    status: "denied",
    statusMessage: expect.stringContaining("DB Viewer"),
  });
});

test("R12 a cluster that is slow with everything ends at the deadline of the whole reading", async () => {
  cluster.state.faults["*"] = "slow";
  cluster.state.delayMs = 300;
  const { databases } = await read({}, shortEnterpriseLimits);
  expect(databases?.every(({ memoryUsed }) => memoryUsed === null) ?? true).toBe(true);
});

test("R12 AGT33 closing ends a reading that hangs at once, so that the agent can stop", async () => {
  cluster.state.faults["*"] = "hanging";
  const settings = enterpriseSettings(cluster, certificate);
  const patient = { ...usualEnterpriseLimits, answerMilliseconds: 600_000, readMilliseconds: 600_000 };
  const reader = new EnterpriseSource(settings, silent, new Map(), patient);
  const reading = reader.read();
  await expect.poll(() => cluster.requests.length).toBe(1);
  // Nothing else ends it: the deadlines are ten minutes away.
  reader.close();
  await reading;
  // A reading that starts later does not begin again either.
  expect((await reader.read()).deployment.status).toBe("unreachable");
  expect(cluster.requests).toHaveLength(1);
});

test("AGT25 a port where nothing listens, or something else does, is unreachable and says so", async () => {
  expect(await read({ url: `https://localhost:${await freePort()}` })).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("9443"),
  });
  for (const [treat, limits] of [
    [(socket: net.Socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), usualEnterpriseLimits],
    [(socket: net.Socket) => void socket.resume(), { ...usualEnterpriseLimits, connectMilliseconds: 400 }],
  ] as const) {
    const server = net.createServer(treat).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    expect(await read({ url: `https://127.0.0.1:${port}` }, limits)).toMatchObject({
      status: "unreachable",
      statusMessage: expect.stringContaining("9443"),
    });
    server.close();
  }
});

test("check names every request with its outcome, and what is missing", async () => {
  const good = await source().check();
  expect(good.ok).toBe(true);
  expect(good.lines.join("\n")).toMatch(/GET \/v1\/bdbs\/stats\/last +ok, \d+ ms/);
  expect(good.lines.join("\n")).toMatch(/databases +11, memory used \d/);
  cluster.state.faults["/v1/license"] = "forbidden";
  const partly = await source().check();
  expect(partly.ok).toBe(true);
  expect(partly.lines.join("\n")).toMatch(/GET \/v1\/license +FAILED \(403\)/);
  expect(partly.lines.join("\n")).toContain("missing      License: The user's role");
  const refused = await source({ password: new Secret("wrong") }).check();
  expect(refused.ok).toBe(false);
  expect(refused.lines.at(-1)).toMatch(/^FAILED +The cluster rejects/);
});
