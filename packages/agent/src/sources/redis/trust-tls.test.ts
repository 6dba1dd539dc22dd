import { once } from "node:events";
import { readFileSync } from "node:fs";
import net from "node:net";
import { pipeline } from "node:stream";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeCertificates } from "../../../test/certificates.ts";
import type { Certificates } from "../../../test/certificates.ts";
import {
  elsewhere,
  elsewhereByName,
  FakeCluster,
  loggedIn,
  networks,
  own,
} from "../../../test/fake-cluster.ts";
import type { FakeRedis } from "../../../test/fake-redis.ts";
import type { RedisSettings } from "../../configuration/settings.ts";

const cluster = new FakeCluster();
afterEach(() => cluster.stop());

/**
 * Each is signed by its own authority: for a node here, for nodes at both places, for one elsewhere. The last
 * is for both.
 */
let here: Certificates;
let everywhere: Certificates;
let attacker: Certificates;
let unknown: Certificates;
const standard = tls.getCACertificates("default");
const pem = ({ cert, key }: Certificates): { cert: string; key: string } => ({
  cert: readFileSync(cert, "utf8"),
  key: readFileSync(key, "utf8"),
});

beforeAll(async () => {
  here = await makeCertificates(`IP:${own}`);
  everywhere = await makeCertificates(`IP:${own},IP:${elsewhere}`);
  attacker = await makeCertificates(`IP:${elsewhere}`);
  unknown = await makeCertificates(`IP:${own},IP:${elsewhere}`);
  // This process treats these as public authorities.
  tls.setDefaultCACertificates([here, everywhere, attacker].map((one) => readFileSync(one.ca, "utf8")));
});
afterAll(async () => {
  tls.setDefaultCACertificates(standard);
  await Promise.all([here, everywhere, attacker, unknown].map((one) => one.remove()));
});

/** The certificates of two nodes, and the agent's configuration. */
interface Trial {
  entry: Certificates;
  far: Certificates;
  ca?: readonly Certificates[];
  serverName?: string;
  insecureSkipVerify?: boolean;
  /** Where the other node is. */
  at?: string;
  /** The name by which the cluster announces it. */
  host?: string;
  more?: Partial<RedisSettings>;
}

async function reading({ entry: near, far: distant, more, at = elsewhere, ...trial }: Trial) {
  const far = await cluster.node({ host: at, tls: pem(distant) });
  const entry: FakeRedis = await cluster.node({ tls: pem(near) }, () => [
    entry,
    { host: trial.host ?? far.host, port: far.port },
  ]);
  const secure = {
    insecureSkipVerify: trial.insecureSkipVerify ?? false,
    ...(trial.ca && { ca: Buffer.concat(trial.ca.map((one) => readFileSync(one.ca))) }),
    ...(trial.serverName !== undefined && { serverName: trial.serverName }),
  };
  const { deployment } = await cluster.agent(entry.port, { tls: secure, ...more }).read();
  return { deployment, far };
}

test.each<[string, () => Trial]>([
  ["of a public authority", () => ({ entry: here, far: attacker })],
  ["of a public authority for a configured host too", () => ({ entry: here, far: everywhere })],
  ["of an authority of tls.ca", () => ({ entry: here, far: attacker, ca: [here, attacker] })],
  ["for tls.serverName", () => ({ entry: attacker, far: attacker, serverName: elsewhere })],
  ["that nobody verifies", () => ({ entry: here, far: unknown, insecureSkipVerify: true })],
])("MND05 AGT31 no certificate leads the agent to another network: one %s", async (_, trial) => {
  for (const host of [elsewhere, elsewhereByName]) {
    const { deployment, far } = await reading({ ...trial(), host });
    expect(far.connections).toBe(0);
    expect(deployment.statusMessage).toBe("node 22222222 is withheld.");
  }
});

test("MND05 AGT20 AGT32 an announced name is connected to by its address, with a certificate for the name", async () => {
  const [named, other] = [await makeCertificates("DNS:localhost"), await makeCertificates("DNS:other.test")];
  const trial = { entry: here, host: "localhost", at: own, ca: [here, named, other] };
  const [right, wrong] = [await reading({ ...trial, far: named }), await reading({ ...trial, far: other })];
  await Promise.all([named.remove(), other.remove()]);
  expect(right.deployment.status).toBe("active");
  expect(right.far.requests).toEqual(loggedIn);
  expect(wrong.far.requests).toEqual([]);
  expect(wrong.deployment.statusMessage).toContain("was issued for a different name");
});

test("AGT31 AGT32 a certificate of another authority than tls.ca wins no password in a listed network", async () => {
  const more = networks("127.1.2.0/24");
  const { deployment, far } = await reading({ entry: here, far: attacker, ca: [here], more });
  expect(far.requests).toEqual([]);
  expect(deployment.gaps).toContainEqual(expect.stringContaining("is not trusted. Set tls.ca"));
});

test("AGT20 a node is judged when the addresses of all configured names are known", async () => {
  const far = await cluster.node({ host: "127.1.2.9", tls: pem(here) });
  const listed = Promise.withResolvers<void>();
  const entry: FakeRedis = await cluster.node({ tls: pem(here) }, () => {
    listed.resolve();
    return [entry, far];
  });
  // The entry has listed its nodes before the agent is connected to the other configured name.
  const slow = net.createServer((socket) => {
    const behind = net.connect(entry.port, own);
    void listed.promise.then(() => pipeline(socket, behind, socket, () => undefined));
  });
  await once(slow.listen(0, elsewhere), "listening");
  const address = slow.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const addresses = [
    { host: own, port: entry.port },
    { host: elsewhereByName, port },
  ];
  await cluster.agent(0, { addresses, tls: { insecureSkipVerify: true } }).read();
  expect(far.requests).toEqual(loggedIn);
  slow.close();
});
