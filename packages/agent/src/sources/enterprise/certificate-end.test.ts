import { X509Certificate } from "node:crypto";
import type { Certificate } from "@shardwatch/local/simulators/redis-enterprise/certificate";
import { startRedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import type { RedisEnterprise } from "@shardwatch/local/simulators/redis-enterprise/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  asReported,
  enterpriseCertificate,
  enterpriseSettings,
  usualEnterpriseLimits,
} from "../../../test/enterprise.ts";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import { EnterpriseSource } from "./source.ts";

let certificate: Certificate & { remove(): void };
let cluster: RedisEnterprise;
let end: string;
beforeAll(async () => {
  certificate = await enterpriseCertificate();
  cluster = await startRedisEnterprise({ certificate });
  end = new Date(new X509Certificate(certificate.cert).validTo).toISOString();
});
afterAll(async () => {
  await cluster.stop();
  certificate.remove();
});

function source(more: Partial<EnterpriseSettings> = {}): EnterpriseSource {
  const settings = enterpriseSettings(cluster, certificate, more);
  const log = createLog("error", () => undefined);
  return new EnterpriseSource(settings, log, new Map(), usualEnterpriseLimits);
}

test("INC01 AGT32 the end of a cluster's certificate is reported, verified or not, with no further request", async () => {
  for (const more of [{}, { tls: { insecureSkipVerify: true } }]) {
    cluster.requests.length = 0;
    const reader = source(more);
    expect(asReported(await reader.read())).toMatchObject({ status: "active", certificateEnd: end });
    expect(cluster.requests).toHaveLength(6);
  }
});

test("INC02 a cluster that refuses the login, or is down, keeps the end of its certificate", async () => {
  const reader = source();
  await reader.read();
  const { user } = cluster.state;
  cluster.state.user = { ...user, password: "another" };
  expect(asReported(await reader.read())).toMatchObject({ status: "denied", certificateEnd: end });
  cluster.state.user = user;
  await cluster.stop();
  expect(asReported(await reader.read())).toMatchObject({ status: "unreachable", certificateEnd: end });
  expect(asReported(await source().read())).not.toHaveProperty("certificateEnd");
});
