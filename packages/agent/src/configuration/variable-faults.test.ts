import { expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { faultsOf } from "../../test/configuration-faults.ts";

type Variables = Record<string, string>;

const head = { SHARDWATCH_API: "https://api.example.com", SHARDWATCH_KEY: testKey };
const short = { ...head, REDIS_NAME: "orders", REDIS_URL: "redis.internal" };

test("SLF06 without a file and variables, the faults say which variables to set", () => {
  expect(faultsOf({})).toEqual([
    "SHARDWATCH_API: is missing; for example SHARDWATCH_API=https://api.example.com",
    "SHARDWATCH_KEY: is missing; set SHARDWATCH_KEY_FILE or SHARDWATCH_KEY to the agent API key",
    "REDIS_NAME: is missing; for example REDIS_NAME=orders",
    "REDIS_URL: is missing; for example REDIS_URL=redis.internal:6379",
  ]);
});

const numbered = "SHARDWATCH_DEPLOYMENTS_1_";

test.each<[Variables, string]>([
  [{ SHARDWATCH_API: "http://api.example.com" }, "SHARDWATCH_API: must start with https://"],
  [{ SHARDWATCH_KEY: "sw_wrong" }, "SHARDWATCH_KEY: is not a whole agent API key"],
  [
    { SHARDWATCH_KEY_FILE: "x" },
    "SHARDWATCH_KEY_FILE: SHARDWATCH_KEY is given too; keep one of SHARDWATCH_KEY, SHARDWATCH_KEY_FILE",
  ],
  [{ SHARDWATCH_INSECURE_HTTP: "yes" }, "SHARDWATCH_INSECURE_HTTP: must be true or false"],
  [
    { SHARDWATCH_LOGLEVEL: "debug" },
    "SHARDWATCH_LOGLEVEL: is not a setting; did you mean SHARDWATCH_LOG_LEVEL?",
  ],
  [
    { SHARDWATCH_DEPLOYMENT_1_NAME: "b" },
    "SHARDWATCH_DEPLOYMENT_1_NAME: is not a setting; a deployment has a number",
  ],
  [
    { SHARDWATCH_DEPLOYMENTS_0_NAME: "b" },
    "SHARDWATCH_DEPLOYMENTS_0_NAME: is not a setting; a deployment has",
  ],
  [
    { [`${numbered}NAME`]: "b" },
    "REDIS_NAME: REDIS_... is for one deployment alone; give it a number like the others",
  ],
  [
    { REDIS_NAME: "", [`${numbered}ADRESS`]: "b" },
    `${numbered}ADRESS: is not a setting; did you mean ADDRESS?`,
  ],
  [{ REDIS_URL: "http://redis" }, "REDIS_URL: starts with http://, which is neither redis:// nor rediss://"],
  [{ REDIS_URL: "redis://redis/3" }, "REDIS_URL: must end after the port"],
  [{ REDIS_URL: "redis://u:100%@redis" }, "REDIS_URL: has a % in its user or password that encodes nothing"],
  [{ REDIS_URL: "redis://u@redis" }, "REDIS_URL: needs REDIS_PASSWORD_FILE or REDIS_PASSWORD"],
  [{ REDIS_URL_FILE: "x" }, "REDIS_URL_FILE: REDIS_URL is given too"],
  [{ REDIS_URL: "", REDIS_URL_FILE: "/no/such" }, "REDIS_URL_FILE: the file that it names does not exist"],
  [{ REDIS_ADDRESS: "a" }, "REDIS_ADDRESS: REDIS_URL has one too; keep one of the two"],
  [{ REDIS_PASSWORD: "a", REDIS_URL: "redis://:b@c" }, "REDIS_PASSWORD: REDIS_URL has one too"],
  [{ REDIS_PASSWORD_FILE: "a", REDIS_URL: "redis://:b@c" }, "REDIS_PASSWORD_FILE: REDIS_URL is given too"],
  [{ REDIS_TLS: "yes" }, "REDIS_TLS: must be true or false"],
  [{ REDIS_TLS: "false", REDIS_TLS_CA: "a" }, "REDIS_TLS: is false while REDIS_TLS_CA is set"],
  [{ REDIS_TLS_CA: "/no/such.pem" }, "REDIS_TLS_CA: the file that it names does not exist"],
  [
    { REDIS_TLS_CERT: "/no/such.pem" },
    "REDIS_TLS_KEY: is missing: a client certificate needs REDIS_TLS_CERT and",
  ],
  [{ REDIS_URL: "redis://a", REDIS_TLS: "true" }, "REDIS_TLS: is set while REDIS_URL says redis://"],
  [{ REDIS_URL: "", REDIS_ADDRESSES: "a,b:x" }, "REDIS_ADDRESSES, entry 2: has no port"],
  [{ REDIS_URL: "", REDIS_ADDRESSES: "," }, "REDIS_ADDRESSES: must be a list of 1 to 100 addresses"],
  [{ REDIS_ADDRESS_MAP: "a" }, "REDIS_ADDRESS_MAP: is not an address"],
  [{ REDIS_CLUSTER_NETWORKS: "10" }, "REDIS_CLUSTER_NETWORKS, entry 1: is not a network"],
  [{ REDIS_CLUSTER_PORTS: "7001,redis" }, "REDIS_CLUSTER_PORTS, entry 2: must be a port between 1 and 65535"],
  [{ REDIS_USERNAME: "u" }, "REDIS_USERNAME: needs REDIS_PASSWORD_FILE or REDIS_PASSWORD"],
  [{ REDIS_TYPE: "enterprise" }, "REDIS_URL: is not a web address"],
  [{ REDIS_TYPE: "cluster" }, "REDIS_TYPE: must be one of redis, enterprise"],
])("SLF06 a wrong variable is named (%#)", (wrong, fault) => {
  expect(faultsOf({ ...short, ...wrong })).toContainEqual(expect.stringContaining(fault));
});

test("SLF06 two deployments with one name are told by their variables", () => {
  const two = { [`${numbered}NAME`]: "a", [`${numbered}URL`]: "a", SHARDWATCH_DEPLOYMENTS_7_NAME: "a" };
  expect(faultsOf({ ...head, ...two, SHARDWATCH_DEPLOYMENTS_7_URL: "b" })).toEqual([
    "SHARDWATCH_DEPLOYMENTS_7_KEY: is the same as of SHARDWATCH_DEPLOYMENTS_1; set key to tell them apart",
  ]);
});

test("SLF06 AGT31 no fault repeats what may be a secret", () => {
  const secret = "hunter2";
  const all: Variables[] = [
    { SHARDWATCH_KEY: secret },
    { SHARDWATCH_KEY: "", SHARDWATCH_KEY_FILE: secret },
    { REDIS_URL: `redis://u:${secret}%@a` },
    { REDIS_URL: `redis://u:${secret}@a:x` },
    { REDIS_URL: `redis://u:${secret}@a?${secret}` },
    { REDIS_URL: "", REDIS_URL_FILE: secret },
    { REDIS_PASSWORD: secret, REDIS_PASSWORD_FILE: secret },
  ];
  for (const variables of all) {
    const faults = faultsOf({ ...short, ...variables });
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join("\n")).not.toContain(secret);
  }
});
