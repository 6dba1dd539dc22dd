import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { faultsOf } from "../../test/configuration-faults.ts";
import { readConfiguration } from "./read.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-variables-"));
beforeAll(() => {
  writeFileSync(join(folder, "agent.key"), `${testKey}\n`, { mode: 0o600 });
  writeFileSync(join(folder, "password"), "from file\n", { mode: 0o600 });
  writeFileSync(join(folder, "url"), "rediss://u:from%20url@redis.internal:1\n", { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = join(folder, "agent.yaml");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const head = { SHARDWATCH_API: "https://api.example.com", SHARDWATCH_KEY: testKey };
const short = { ...head, REDIS_NAME: "orders", REDIS_URL: "redis.internal" };

test("SLF06 four variables configure an agent of one server", () => {
  const { api, agentId, deployments, exposed } = readConfiguration(undefined, short);
  expect(api).toEqual({ address: "https://api.example.com", key: expect.anything() });
  expect(api.key.reveal()).toBe(testKey);
  expect(agentId).toMatch(/^[0-9a-f]{24}$/);
  expect(readConfiguration(undefined, short).agentId).toBe(agentId);
  expect(readConfiguration(undefined, { ...short, REDIS_NAME: "other" }).agentId).not.toBe(agentId);
  expect(exposed).toEqual([]);
  expect(deployments).toEqual([
    {
      key: "orders",
      name: "orders",
      databaseName: null,
      addresses: [{ host: "redis.internal", port: 6379 }],
      addressMap: new Map(),
      clientList: false,
    },
  ]);
});

test.each([
  ["redis://agent:p%40ss@redis.internal:7000/0", "agent", "p@ss", false],
  ["rediss://:p@ss@redis.internal:7000", undefined, "p@ss", true],
  ["redis.internal:7000", undefined, undefined, false],
])("SLF06 REDIS_URL can hold a user, a password and TLS: %s", (url, username, password, tls) => {
  const [found] = readConfiguration(undefined, { ...short, REDIS_URL: url }).deployments;
  expect(found?.addresses).toEqual([{ host: "redis.internal", port: 7_000 }]);
  expect(found?.username).toBe(username);
  expect(found?.password?.reveal()).toBe(password);
  expect(found?.tls !== undefined).toBe(tls);
});

test("SLF06 secrets come from files, and an empty variable is not set", () => {
  const { api, deployments } = readConfiguration(undefined, {
    SHARDWATCH_API: "https://api.example.com",
    SHARDWATCH_KEY: "",
    SHARDWATCH_KEY_FILE: join(folder, "agent.key"),
    SHARDWATCH_DEPLOYMENTS_2_NAME: "b",
    SHARDWATCH_DEPLOYMENTS_2_URL_FILE: join(folder, "url"),
    SHARDWATCH_DEPLOYMENTS_10_NAME: "c",
    SHARDWATCH_DEPLOYMENTS_10_ADDRESS: "c",
    SHARDWATCH_DEPLOYMENTS_10_PASSWORD_FILE: join(folder, "password"),
    SHARDWATCH_DEPLOYMENTS_10_DATABASE_NAME: "",
  });
  expect(api.key.reveal()).toBe(testKey);
  expect(deployments.map(({ name, password }) => [name, password?.reveal()])).toEqual([
    ["b", "from url"],
    ["c", "from file"],
  ]);
});

describe("a file and variables together", () => {
  const text = `api: https://file.example.com\nkeyFile: agent.key\ntellHostName: true\n`;
  const listed = `${text}deployments: [{ name: orders, address: a }]\n`;

  test("SLF06 a variable wins over the same setting of the file", () => {
    const found = readConfiguration(fileOf(listed), {
      ...head,
      SHARDWATCH_AGENT_NAME: "rack 7",
      SHARDWATCH_AGENT_ID: "0123456789abcdef",
    });
    expect(found.api.address).toBe("https://api.example.com");
    expect(found).toMatchObject({ agentName: "rack 7", agentId: "0123456789abcdef" });
    expect(found.deployments).toMatchObject([{ name: "orders" }]);
  });

  test("SLF06 REDIS_URL of another program does not change a file that lists deployments", () => {
    const { deployments } = readConfiguration(fileOf(listed), { REDIS_URL: "redis://other", REDIS_TLS: "?" });
    expect(deployments).toMatchObject([{ name: "orders", addresses: [{ host: "a" }] }]);
  });

  test("SLF06 deployments come from the variables where the file has none, and not from both", () => {
    const { REDIS_NAME, REDIS_URL } = short;
    const found = readConfiguration(fileOf(text), { REDIS_NAME, REDIS_URL });
    expect(found.api.address).toBe("https://file.example.com");
    expect(found.deployments).toMatchObject([{ name: "orders", addresses: [{ host: "redis.internal" }] }]);
    const numbered = { SHARDWATCH_DEPLOYMENTS_1_NAME: "b", SHARDWATCH_DEPLOYMENTS_1_URL: "b" };
    expect(faultsOf(numbered, fileOf(listed))).toEqual([
      "SHARDWATCH_DEPLOYMENTS_1_NAME: the file lists deployments too; keep one of the two lists",
    ]);
    expect(faultsOf(numbered, fileOf(text))).toEqual([]);
  });

  test("SLF06 a fault names the variable, or the setting of the file", () => {
    expect(faultsOf({ SHARDWATCH_LOG_LEVEL: "loud" }, fileOf(`${listed}agentId: short\n`))).toEqual([
      "agentId: must be 8 to 32 lower-case letters and digits",
      "SHARDWATCH_LOG_LEVEL: must be one of debug, info, warn, error",
    ]);
  });
});

test("SLF06 variables that Kubernetes sets for services, and those of other programs, are left alone", () => {
  const links = {
    SHARDWATCH_PORT: "tcp://10.0.0.1:3001",
    SHARDWATCH_SERVICE_HOST: "10.0.0.1",
    SHARDWATCH_API_PORT_3001_TCP_ADDR: "10.0.0.1",
    SHARDWATCH_CONFIG: "/etc/shardwatch/config.yaml",
    REDIS_PORT: "tcp://10.0.0.2:6379",
    REDIS_SERVICE_HOST: "10.0.0.2",
    REDIS_TLS_PORT: "tcp://10.0.0.3:6379",
  };
  expect(readConfiguration(undefined, { ...short, ...links })).toEqual(readConfiguration(undefined, short));
});

test("SLF06 a key goes over plain HTTP only where a setting allows it", () => {
  const plain = { ...short, SHARDWATCH_API: "http://server:3001" };
  expect(faultsOf(plain)).toHaveLength(1);
  expect(readConfiguration(undefined, { ...plain, SHARDWATCH_INSECURE_HTTP: "true" }).api.isInsecure).toBe(
    true,
  );
  const own = { ...plain, SHARDWATCH_API: "http://localhost:3001", SHARDWATCH_INSECURE_HTTP: "true" };
  expect(readConfiguration(undefined, own).api.isInsecure).toBeUndefined();
});
