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
  /** The name by which the cluster announces the node elsewhere. */
  host?: string;
  more?: Partial<RedisSettings>;
}

async function reading({ entry: near, far: distant, more, ...trial }: Trial) {
  const far = await cluster.node({ host: elsewhere, tls: pem(distant) });
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
  return { deployment, requests: far.requests };
}

test("AGT31 AGT32 a certificate of a public authority for the node's own address wins no password", async () => {
  const { deployment, requests } = await reading({ entry: here, far: attacker });
  expect(requests).toEqual([]);
  expect(deployment.gaps).toContainEqual(
    "node 22222222 could not be read, so the memory is not known: Its certificate is for no configured host, and " +
      "its address is outside the networks of the configured hosts, so the password does not go there. If it is " +
      "right, list its network under clusterNetworks, or set tls.ca.",
  );
});

test.each([elsewhere, elsewhereByName])(
  "AGT31 AGT32 a certificate that nobody verified wins no password (%s)",
  async (host) => {
    const trial = { entry: here, far: unknown, insecureSkipVerify: true, host };
    const { deployment, requests } = await reading(trial);
    expect(requests).toEqual([]);
    expect(deployment.gaps).toContainEqual(
      expect.stringMatching(/list its network under clusterNetworks\.$/),
    );
  },
);

test("AGT31 AGT32 a certificate of another authority than tls.ca wins no password", async () => {
  const { deployment, requests } = await reading({ entry: here, far: attacker, ca: [here] });
  expect(requests).toEqual([]);
  expect(deployment.gaps).toContainEqual(expect.stringContaining("is not trusted. Set tls.ca"));
});

test.each<[string, () => Trial]>([
  ["is for a configured host too", () => ({ entry: here, far: everywhere })],
  ["is signed by an authority of tls.ca", () => ({ entry: here, far: attacker, ca: [here, attacker] })],
  ["is for tls.serverName", () => ({ entry: attacker, far: attacker, serverName: elsewhere })],
  [
    "is of a public authority, in a listed network",
    () => ({ entry: here, far: attacker, more: networks("127.1.2.0/24") }),
  ],
])("AGT31 AGT20 a node elsewhere whose certificate %s is logged in at", async (_, trial) => {
  const { deployment, requests } = await reading(trial());
  expect(deployment.status).toBe("active");
  expect(requests).toEqual(loggedIn);
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
