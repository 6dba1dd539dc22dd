import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { makeCertificates } from "../../test/certificates.ts";
import type { Certificates } from "../../test/certificates.ts";
import { deploymentSettings, tlsSettings } from "./deployment.ts";
import { enterpriseSettings, enterpriseTlsSettings } from "./enterprise.ts";
import { readConfiguration, settingNames } from "./read.ts";
import type { Settings } from "./settings.ts";
import { variableWords } from "./variable-names.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-settings-"));
let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await certificates.remove();
});

type Variables = Record<string, string>;

function fileOf(text: string): string {
  const file = join(folder, "agent.yaml");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** The lines of YAML for a setting at a path, and its variable. */
type Given = readonly [path: string, inFile: string, inVariable: string];

const withFiles = (rows: readonly Given[]): Given[] =>
  rows.map(([path, ...values]) => {
    const [inFile = "", inVariable = ""] = values.map((value) =>
      value
        .replaceAll("CA", certificates.ca)
        .replaceAll("CERT", certificates.cert)
        .replaceAll("PEM", certificates.key),
    );
    return [path, inFile, inVariable];
  });

const redisRows: readonly Given[] = [
  ["type", "redis", "redis"],
  ["name", "orders", "orders"],
  ["key", "orders-eu", "orders-eu"],
  ["addresses", "[a:1, '[::1]:2']", "a:1, [::1]:2"],
  ["addressMap", "{'10.0.0.1:6379': 'b:7', '10.0.0.2:6379': 'c:8'}", "10.0.0.1:6379=b:7,10.0.0.2:6379=c:8"],
  ["clusterNetworks", "[10.1.0.0/16, 'fd00:1::/64']", "10.1.0.0/16,fd00:1::/64"],
  ["clusterPorts", "[6380, 7001]", "6380, 7001"],
  ["username", "agent", "agent"],
  ["passwordEnv", "ORDERS_PASSWORD", "ORDERS_PASSWORD"],
  ["databaseName", "cache", "cache"],
  ["clientList", "true", "true"],
  ["tellAddress", "true", "true"],
  ["tls.ca", "CA", "CA"],
  ["tls.cert", "CERT", "CERT"],
  ["tls.key", "PEM", "PEM"],
  ["tls.serverName", "redis", "redis"],
  ["tls.insecureSkipVerify", "true", "true"],
];
const enterpriseRows: readonly Given[] = [
  ["type", "enterprise", "enterprise"],
  ["name", "production", "production"],
  ["key", "production-eu", "production-eu"],
  ["url", "https://cluster.example.com", "https://cluster.example.com"],
  ["nodes", "[10.0.0.1, n2]", "10.0.0.1,n2"],
  ["username", "a@example.com", "a@example.com"],
  ["passwordEnv", "ORDERS_PASSWORD", "ORDERS_PASSWORD"],
  ["adminUrl", "https://admin.example.com", "https://admin.example.com"],
  ["tellAddress", "false", "false"],
  ["tls.ca", "CA", "CA"],
  ["tls.serverName", "cluster", "cluster"],
  ["tls.insecureSkipVerify", "false", "false"],
];
const topRows: readonly Given[] = [
  ["api", "http://server:3001/api", "http://server:3001/api"],
  ["ca", "CA", "CA"],
  ["insecureHttp", "true", "true"],
  ["keyEnv", "AGENT_KEY", "AGENT_KEY"],
  ["agentId", "0123456789abcdef", "0123456789abcdef"],
  ["agentName", "rack 7", "rack 7"],
  ["logLevel", "debug", "debug"],
  ["healthFile", "/run/agent.health", "/run/agent.health"],
];

/** The settings of which the rows above have another one in their place. */
const elsewhere = [
  "key",
  "keyFile",
  "tellHostName",
  "deployments",
  "address",
  "password",
  "passwordFile",
  "tls",
];

const paths = (names: readonly string[], tls: readonly string[]) => [
  ...names,
  ...tls.map((name) => `tls.${name}`),
];

test.each([
  ["of a server", redisRows, paths(deploymentSettings, tlsSettings)],
  ["of an Enterprise cluster", enterpriseRows, paths(enterpriseSettings, enterpriseTlsSettings)],
  ["above the deployments", topRows, settingNames],
])("SLF06 the next test has every setting %s", (_, rows, known) => {
  const given = rows.map(([path]) => path);
  expect(known.filter((path) => !given.includes(path) && !elsewhere.includes(path))).toEqual([]);
});

function yamlOf(rows: readonly Given[], indent: string): string {
  const lines = rows.map(([path, text]) => {
    const [, inTls] = /^tls\.(.*)$/.exec(path) ?? [];
    return inTls === undefined ? `${indent}${path}: ${text}\n` : `${indent}  ${inTls}: ${text}\n`;
  });
  const first = rows.findIndex(([path]) => path.startsWith("tls."));
  return (first === -1 ? lines : lines.toSpliced(first, 0, `${indent}tls:\n`)).join("");
}

const variablesOf = (rows: readonly Given[], prefix: string): Variables =>
  Object.fromEntries(rows.map(([path, , text]) => [`${prefix}${variableWords(path)}`, text]));

const comparable = ({ api, deployments, ...rest }: Settings): unknown => ({
  ...rest,
  api: { ...api, key: api.key.reveal() },
  deployments: deployments.map(({ password, ...one }) => ({ ...one, password: password?.reveal() })),
});

test("SLF06 everything that the file can say, variables can say", () => {
  const [top, redis, enterprise] = [topRows, redisRows, enterpriseRows].map(withFiles);
  const text = `${yamlOf(top ?? [], "")}deployments:\n  -\n${yamlOf(redis ?? [], "    ")}  -\n${yamlOf(enterprise ?? [], "    ")}`;
  const secrets = { AGENT_KEY: testKey, ORDERS_PASSWORD: "planted" };
  const variables = {
    ...variablesOf(top ?? [], "SHARDWATCH_"),
    ...variablesOf(redis ?? [], "SHARDWATCH_DEPLOYMENTS_1_"),
    ...variablesOf(enterprise ?? [], "SHARDWATCH_DEPLOYMENTS_2_"),
  };
  const fromFile = readConfiguration(fileOf(text), secrets);
  expect(fromFile.deployments).toHaveLength(2);
  expect(comparable(readConfiguration(undefined, { ...variables, ...secrets }))).toEqual(
    comparable(fromFile),
  );
  // The single deployment has the same settings without a number.
  const alone = {
    ...variablesOf(top ?? [], "SHARDWATCH_"),
    ...variablesOf(redis ?? [], "REDIS_"),
    ...secrets,
  };
  expect(readConfiguration(undefined, alone).deployments).toEqual(fromFile.deployments.slice(0, 1));
});
