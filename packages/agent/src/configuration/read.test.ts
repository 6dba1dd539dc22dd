import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { readConfiguration } from "./read.ts";
import { ConfigurationError } from "./yaml.ts";
import type { Settings } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-configuration-"));
afterAll(() => rmSync(folder, { recursive: true }));

const head = `api: https://api.example.com\nkey: ${testKey}\n`;
const one = "deployments:\n  - name: orders\n    address: redis:6379\n";

function read(text: string, environment: Record<string, string> = {}): Settings {
  const file = join(folder, "agent.yaml");
  writeFileSync(file, text);
  return readConfiguration(file, environment);
}

function faults(text: string, environment: Record<string, string> = {}): readonly string[] {
  try {
    read(text, environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

test("AGT27 the smallest file gives safe defaults", () => {
  const settings = read(head + one);
  expect(settings.api.key.reveal()).toBe(testKey);
  expect(settings.agentId).toMatch(/^[0-9a-z]{8,32}$/);
  expect(settings.deployments).toEqual([
    {
      key: "orders",
      name: "orders",
      databaseName: null,
      addresses: [{ host: "redis", port: 6379 }],
      addressMap: new Map(),
      clientList: false,
    },
  ]);
});

test("AGT26 AGT27 one file holds several deployments; secrets come from files and variables", () => {
  writeFileSync(join(folder, "agent.key"), `${testKey}\n`);
  writeFileSync(join(folder, "password"), "from file \n");
  const settings = read(
    `api: https://api.example.com
keyFile: agent.key
agentId: 0123456789abcdef
deployments:
  - { name: a, key: stable-a, address: "a:1", username: u, passwordFile: password }
  - { name: b, address: "rediss://b:2", passwordEnv: B_PASSWORD }
  - { name: c, address: "c:3", password: " plain ", tls: { serverName: redis, insecureSkipVerify: true } }
`,
    { B_PASSWORD: "from variable" },
  );
  expect(settings.api.key.reveal()).toBe(testKey);
  expect(settings.agentId).toBe("0123456789abcdef");
  expect(settings.deployments.map(({ password }) => password?.reveal())).toEqual([
    "from file ",
    "from variable",
    " plain ",
  ]);
  expect(settings.deployments.map(({ key }) => key)).toEqual(["stable-a", "b", "c"]);
  expect(settings.deployments.map(({ tls }) => tls)).toEqual([
    undefined,
    { insecureSkipVerify: false },
    { serverName: "redis", insecureSkipVerify: true },
  ]);
});

test("AGT27 AGT20 a deployment may have several addresses, and announced ones that lead elsewhere", () => {
  const [found] = read(
    deployment("name: a, addresses: ['rediss://a', 'rediss://[::1]:7'], addressMap: {'10.0.0.1:7': 'Nat:8'}"),
  ).deployments;
  expect(found).toMatchObject({
    addresses: [
      { host: "a", port: 6379 },
      { host: "::1", port: 7 },
    ],
    addressMap: new Map([["10.0.0.1:7", { host: "Nat", port: 8 }]]),
    tls: { insecureSkipVerify: false },
  });
});

test("AGT27 a deployment may name networks that its cluster's nodes may have", () => {
  const [found] = read(
    deployment("name: a, address: a, clusterNetworks: [10.1.0.0/16, 'FD00:1::/64']"),
  ).deployments;
  expect(found).toMatchObject({ clusterNetworks: [{ text: "10.1.0.0/16" }, { text: "fd00:1::/64" }] });
});

test("MND05 a deployment may name ports at which its cluster's nodes get the password", () => {
  const [found] = read(deployment("name: a, address: a, clusterPorts: [1, 65535]")).deployments;
  expect(found).toMatchObject({ clusterPorts: [1, 65_535] });
});

test.each([
  ["7001", "deployments[0].clusterPorts: must be a list of 1 to 100 ports; for example [6379, 6380]"],
  ["[]", "deployments[0].clusterPorts: must be a list"],
  ["[7001, 0]", "deployments[0].clusterPorts[1]: must be a port between 1 and 65535"],
  ["[65536]", "deployments[0].clusterPorts[0]: must be a port"],
  ["[7001.5]", "deployments[0].clusterPorts[0]: must be a port"],
  ["['7001-7005']", "deployments[0].clusterPorts[0]: must be a port"],
])("MND05 AGT28 clusterPorts: %s names the setting and its entry", (value, fault) => {
  expect(faults(deployment(`name: a, address: a, clusterPorts: ${value}`))).toContainEqual(
    expect.stringContaining(fault),
  );
});

test("the agent's id is the same at every start and another one for another file", () => {
  const { agentId } = read(head + one);
  expect(read(head + one).agentId).toBe(agentId);
  writeFileSync(join(folder, "other.yaml"), head + one);
  expect(readConfiguration(join(folder, "other.yaml"), {}).agentId).not.toBe(agentId);
});

test("AGT23 the agent's name is what the configuration says, and the host's name only if it says so", () => {
  expect(read(head + one)).not.toHaveProperty("agentName");
  expect(read(`${head}tellHostName: false\n${one}`)).not.toHaveProperty("agentName");
  expect(read(`${head}agentName: rack 7\n${one}`).agentName).toBe("rack 7");
  expect(read(`${head}tellHostName: true\n${one}`).agentName).toBe(hostname());
});

const deployment = (settings: string): string => `${head}deployments:\n  - {${settings}}\n`;

test.each([
  ["", "api: is missing"],
  ["[1, 2]", "the file: must be a list of settings"],
  [`key: ${testKey}\n${one}`, "api: is missing"],
  [`api: http://api.example.com\nkey: ${testKey}\n${one}`, "api: must start with https://"],
  [`api: https://api.example.com\n${one}`, "key: is missing"],
  [`api: https://api.example.com\nkeyEnv: NOT_THERE\n${one}`, "keyEnv: the environment variable"],
  [`api: https://api.example.com\nkey: ${testKey.slice(0, -1)}\n${one}`, "key: is not a whole agent API key"],
  [
    `api: https://api.example.com\nkey: ${testKey.replace("_7", "_8").slice(0, -1)}x\n${one}`,
    "key: is not a whole",
  ],
  [`${head}keyFile: agent.key\n${one}`, "keyFile: key is given too"],
  [`${head}ca: missing.pem\n${one}`, "ca: the file that it names does not exist"],
  [`${head}ca: agent.yaml\n${one}`, "ca: is not a certificate"],
  [`${head}agentId: Too-Short\n${one}`, "agentId: must be 8 to 32"],
  [`${head}agentName: ${"n".repeat(61)}\n${one}`, "agentName: is longer than 60"],
  [`${head}agentName: a\ntellHostName: true\n${one}`, "tellHostName: cannot be set beside agentName"],
  [`${head}logLevel: loud\n${one}`, "logLevel: must be one of debug, info, warn, error"],
  [`${head}deploymets: []\n`, "deploymets: is not a setting; did you mean deployments?"],
  [head, "deployments: must be a list"],
  [deployment("address: 'a:1'"), "deployments[0].name: is missing"],
  [deployment("name: a"), "deployments[0].address: is missing"],
  [deployment("name: a, address: 'a:99999'"), "deployments[0].address: has no port between"],
  [
    deployment("name: a, address: 'a:1', adress: x"),
    "deployments[0].adress: is not a setting; did you mean address?",
  ],
  [
    deployment("name: a, address: 'a:1', password: 1234"),
    "deployments[0].password: must be a text; put it in quotes",
  ],
  [deployment("name: a, address: 'a:1', username: u"), "deployments[0].username: needs password"],
  [deployment("name: a, address: 'a:1', tls: 'yes'"), "deployments[0].tls: must be a list of settings"],
  [deployment("name: a, address: 'a:1', tls: {cert: agent.yaml}"), "deployments[0].tls.key: is missing"],
  [
    deployment("name: a, address: 'redis://a:1', tls: true"),
    "deployments[0].tls: is set while address says redis://",
  ],
  [deployment("name: a, address: 'a:1', clientList: 1"), "deployments[0].clientList: must be true or false"],
  [
    deployment("name: a, address: 'a:1', tellAddress: yes please"),
    "deployments[0].tellAddress: must be true",
  ],
  [
    deployment("name: a, address: 'a:1', tellAddress: 1"),
    "deployments[0].tellAddress: must be true or false",
  ],
  [
    `${head}${one}  - { name: orders, address: other }\n`,
    "deployments[1].key: is the same as of deployments[0]",
  ],
  [deployment("name: a, address: a, addresses: [b]"), "deployments[0].addresses: address is given too"],
  [deployment("name: a, addresses: a"), "deployments[0].addresses: must be a list of 1 to 100"],
  [deployment("name: a, addresses: [a, 7]"), "deployments[0].addresses[1]: must be a text"],
  [deployment("name: a, addresses: [a, 'rediss://b']"), "deployments[0].addresses: must all start with"],
  [
    deployment("name: a, addresses: [a, 'A:6379']"),
    "deployments[0].address: is the same as of deployments[0]",
  ],
  [
    deployment("name: a, address: a, addressMap: [b]"),
    "deployments[0].addressMap: must be a list of settings",
  ],
  [deployment("name: a, address: a, addressMap: {'b:1': 'c:x'}"), "deployments[0].addressMap: has no port"],
  [
    deployment("name: a, address: a, clusterNetworks: 10.0.0.0/8"),
    "deployments[0].clusterNetworks: must be a list of 1 to 100 networks; for example [10.1.0.0/16]",
  ],
  [deployment("name: a, address: a, clusterNetworks: []"), "deployments[0].clusterNetworks: must be a list"],
  [
    deployment("name: a, address: a, clusterNetworks: [10.0.0.0/8, 10]"),
    "deployments[0].clusterNetworks[1]: must be a text such as 10.1.0.0/16",
  ],
  [
    deployment("name: a, address: a, clusterNetworks: [10.1.2.3/8]"),
    "deployments[0].clusterNetworks[0]: has bits set after the prefix; write 10.0.0.0/8",
  ],
  [
    `${head}${one}  - { name: other, address: "REDIS:6379" }\n`,
    "deployments[1].address: is the same as of deployments[0]",
  ],
])("AGT28 a wrong configuration names the setting (%#)", (text, fault) => {
  expect(faults(text)).toContainEqual(expect.stringContaining(fault));
});

test("AGT28 all faults are told at once", () => {
  expect(faults("api: nowhere\nkey: x\ndeployments:\n  - {address: ':'}\n  - {name: b}\n")).toHaveLength(5);
});

test("AGT28 a file that is missing or no YAML is named", () => {
  expect(() => readConfiguration(join(folder, "absent.yaml"), {})).toThrow("does not exist");
  expect(faults("a: [1\nb: 2")).toEqual([expect.stringMatching(/^the file: is not YAML at line \d/)]);
});

test("AGT31 no fault repeats what may be a secret", () => {
  const secret = "hunter2";
  const texts = [
    `password: ${secret}: [\n`,
    `api: https://u:${secret}@a\nkey: ${secret}\n${one}`,
    `${head}keyEnv: ${secret}\n${one}`,
    deployment(`name: a, address: 'redis://u:${secret}@a:1'`),
    deployment(`name: a, address: 'a:1', passwordEnv: ${secret}, passwordFile: ${secret}`),
    deployment(`name: a, address: 'a:1', passwordFile: ${secret}`),
    deployment(`name: a, address: 'a:1', passwordEnv: ${secret}`),
  ];
  for (const text of texts) {
    expect(faults(text).length).toBeGreaterThan(0);
    expect(faults(text).join("\n")).not.toContain(secret);
  }
});
