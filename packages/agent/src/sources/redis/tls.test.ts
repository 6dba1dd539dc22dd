import { readFileSync } from "node:fs";
import { ownPort } from "../../../../../tests/support/ports.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCertificates } from "../../../test/certificates.ts";
import type { Certificates } from "../../../test/certificates.ts";
import { startRedisServer } from "../../../test/redis-server.ts";
import type { RedisServer } from "../../../test/redis-server.ts";
import { redisSettings, usualLimits } from "../../../test/settings.ts";
import type { RedisSettings, TlsSettings } from "../../configuration/settings.ts";
import { createLog } from "../../log.ts";
import type { Reading } from "../source.ts";
import { RedisSource } from "./source.ts";

let own: Certificates;
let foreign: Certificates;
let open: RedisServer;
let mutual: RedisServer;
let plain: RedisServer;

beforeAll(async () => {
  own = await makeCertificates("DNS:redis.test");
  foreign = await makeCertificates();
  open = await startRedisServer({ tls: own, args: ["--tls-auth-clients", "no"] });
  mutual = await startRedisServer({ tls: own });
  plain = await startRedisServer();
});
afterAll(async () => {
  await Promise.all([open, mutual, plain].map((server) => server.stop()));
  await Promise.all([own.remove(), foreign.remove()]);
});

async function read(
  server: RedisServer,
  tls?: Partial<TlsSettings>,
  limits = usualLimits,
): Promise<Reading["deployment"]> {
  const more: Partial<RedisSettings> = tls ? { tls: { insecureSkipVerify: false, ...tls } } : {};
  const source = new RedisSource(
    redisSettings(server.port, more),
    createLog("error", () => undefined),
    limits,
  );
  const { deployment } = await source.read();
  source.close();
  return deployment;
}

test("AGT32 AGT24 a server whose certificate the given CA signed is read, and reported with TLS", async () => {
  const deployment = await read(open, { ca: readFileSync(own.ca), serverName: "redis.test" });
  expect(deployment.status).toBe("active");
  expect(deployment.databases?.[0]?.tlsEnabled).toBe(true);
});

test("AGT32 by default a certificate of an unknown authority is refused", async () => {
  const deployment = await read(open, { serverName: "redis.test" });
  expect(deployment).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("tls.ca"),
  });
});

test("AGT32 another authority than the given one is refused", async () => {
  const deployment = await read(open, { ca: readFileSync(foreign.ca), serverName: "redis.test" });
  expect(deployment).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("tls.ca"),
  });
});

test("AGT32 a certificate for another name is refused", async () => {
  const deployment = await read(open, { ca: readFileSync(own.ca) });
  expect(deployment).toMatchObject({
    status: "unreachable",
    statusMessage: expect.stringContaining("serverName"),
  });
});

test("AGT32 only insecureSkipVerify takes any certificate", async () => {
  expect((await read(open, { insecureSkipVerify: true })).status).toBe("active");
});

test("AGT27 a client certificate is shown where the server wants one; without it the message says so", async () => {
  const trust = { ca: readFileSync(own.ca), serverName: "redis.test" };
  expect(await read(mutual, trust)).toMatchObject({
    status: "denied",
    statusMessage: expect.stringContaining("tls.cert"),
  });
  const shown = { ...trust, cert: readFileSync(own.cert), key: readFileSync(own.key) };
  expect((await read(mutual, shown)).status).toBe("active");
});

test("a TLS mix-up is named in both directions", async () => {
  expect((await read(open)).statusMessage).toContain("tls: true");
  // A server without TLS waits for the end of a line.
  const waiting = { ...usualLimits, connectMilliseconds: 500 };
  expect((await read(plain, {}, waiting)).statusMessage).toContain("TLS");
});

test("AGT20 AGT32 a cluster that speaks TLS is found on its TLS ports, and reported with TLS", async () => {
  const node = await startRedisServer({
    tls: own,
    args: [
      "--tls-auth-clients",
      "no",
      "--tls-cluster",
      "yes",
      "--cluster-enabled",
      "yes",
      "--cluster-port",
      `${await ownPort()}`,
    ],
  });
  try {
    await node.cli("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    const trust = { ca: readFileSync(own.ca), serverName: "redis.test" };
    expect(await read(node, trust)).toMatchObject({
      type: "CLUSTER",
      databases: [{ tlsEnabled: true, memoryUsed: expect.stringMatching(/^\d+$/) }],
    });
  } finally {
    await node.stop();
  }
});
