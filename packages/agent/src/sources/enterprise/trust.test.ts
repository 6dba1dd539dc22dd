import type { Certificate } from "@shardwatch/local/simulators/redis-enterprise/certificate";
import { startRedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import type { RedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  enterpriseCertificate,
  enterpriseSettings,
  usualEnterpriseLimits,
} from "../../../test/enterprise.ts";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import type { Reading } from "../source.ts";
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
  Object.assign(cluster.state, { masterHost: "", redirectTo: "" });
  cluster.requests.length = 0;
});

async function read(more: Partial<EnterpriseSettings> = {}): Promise<Reading["deployment"]> {
  const settings = enterpriseSettings(cluster, certificate, more);
  return (await new EnterpriseSource(settings, silent, new Map(), usualEnterpriseLimits).read()).deployment;
}

test("a node that is not the master leads to it, and the rest of the reading goes there directly", async () => {
  cluster.state.masterHost = "localhost";
  expect(await read({ url: `https://127.0.0.1:${cluster.port}` })).toMatchObject({ status: "active" });
  const hosts = cluster.requests.map(({ host }) => host);
  expect(hosts).toEqual(["127.0.0.1", ...hosts.slice(1).map(() => "localhost")]);
  expect(hosts).toHaveLength(7);
});

test("AGT31 a node whose certificate is not verified leads only to hosts that the configuration names", async () => {
  cluster.state.masterHost = "localhost";
  const unverified = { url: `https://127.0.0.1:${cluster.port}`, tls: { insecureSkipVerify: true } };
  expect(await read(unverified)).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("name it in nodes"),
  });
  expect(cluster.requests.map(({ host }) => host)).toEqual(["127.0.0.1"]);
  expect(await read({ ...unverified, nodes: ["localhost"] })).toMatchObject({ status: "active" });
});

test.each([
  ["http", (port: number) => `http://localhost:${port}/v1/cluster`, "without TLS"],
  ["another port", () => "https://localhost:1/v1/cluster", "does not cover"],
  ["another host", (port: number) => `https://elsewhere.example:${port}/`, "does not cover"],
  ["itself", () => "/v1/cluster", "never end"],
  ["no address", () => "https://[", "never end"],
])("AGT31 AGT32 a redirect to %s is not followed", async (_, target, words) => {
  cluster.state.redirectTo = target(cluster.port);
  expect(await read()).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining(words),
  });
  expect(cluster.requests).toHaveLength(1);
});

test("AGT31 nobody else gets the password: a redirect to another server is not even tried", async () => {
  const other = await enterpriseCertificate(["DNS:localhost"]);
  const thief = await startRedisEnterprise({ certificate: other });
  cluster.state.redirectTo = `https://localhost:${thief.port}/v1/cluster`;
  await read();
  await read({ tls: { insecureSkipVerify: true } });
  expect(thief.requests).toEqual([]);
  await thief.stop();
  other.remove();
});

test("AGT32 by default a certificate of an unknown authority is refused, and so is one for another name", async () => {
  expect(await read({ tls: { insecureSkipVerify: false } })).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("tls.ca"),
  });
  const tls = enterpriseSettings(cluster, certificate).tls;
  expect(await read({ tls: { ...tls, serverName: "other.example" } })).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("tls.serverName"),
  });
  expect(cluster.requests).toEqual([]);
  expect(await read({ tls: { insecureSkipVerify: true } })).toMatchObject({ status: "active" });
});
