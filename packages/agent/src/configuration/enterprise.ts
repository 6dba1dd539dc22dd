import { parseRestAddress, parseWebAddress } from "./rest-address.ts";
import { certificateSetting } from "./deployment.ts";
import { secretSetting } from "./files.ts";
import type { Faults } from "./faults.ts";
import type { Surroundings } from "./files.ts";
import { Mapping } from "./mapping.ts";
import type { EnterpriseSettings, TlsSettings } from "./settings.ts";

export const enterpriseSettings = [
  "type",
  "name",
  "key",
  "url",
  "nodes",
  "username",
  "password",
  "passwordFile",
  "passwordEnv",
  "tls",
  "adminUrl",
  "tellAddress",
];
export const enterpriseTlsSettings = ["ca", "serverName", "insecureSkipVerify"];
const mostNodes = 100;

/** One entry of `deployments` with `type: enterprise`; undefined when it is unusable, with all its faults noted. */
export function readEnterprise(
  value: unknown,
  path: string,
  surroundings: Surroundings,
  faults: Faults,
): EnterpriseSettings | undefined {
  const mapping = new Mapping(value, path, enterpriseSettings, faults);
  const name = mapping.required("name", "production");
  const key = mapping.text("key");
  const address = readAddress(mapping);
  const nodes = readNodes(mapping);
  const username = mapping.required("username", "shardwatch@example.com");
  if (username?.includes(":")) mapping.fault("username", 'must not contain ":"');
  if (!["password", "passwordFile", "passwordEnv"].some((one) => mapping.has(one)))
    mapping.fault("password", `is missing; set ${mapping.secretChoices("password")}`);
  const password = secretSetting(mapping, "password", surroundings)?.secret;
  const tls = readTls(mapping, surroundings, faults);
  const adminUrl = readAdminUrl(mapping);
  const tellAddress = mapping.flag("tellAddress");
  if (name === undefined || !address || username === undefined || !password) return undefined;
  return {
    type: "enterprise",
    ...(key !== undefined && { key }),
    name,
    url: address.url,
    addresses: [{ host: address.host, port: address.port }],
    nodes,
    username,
    password,
    tls,
    ...(adminUrl !== undefined && { adminUrl }),
    ...(tellAddress && { tellAddress }),
  };
}

function readAddress(mapping: Mapping): Exclude<ReturnType<typeof parseRestAddress>, string> | undefined {
  const text = mapping.required("url", "https://cluster.example.com:9443");
  const address = text === undefined ? undefined : parseRestAddress(text);
  if (typeof address !== "string") return address;
  mapping.fault("url", address);
  return undefined;
}

/** Hosts to which the cluster may redirect although its certificate does not cover them. */
function readNodes(mapping: Mapping): string[] {
  if (!mapping.has("nodes")) return [];
  const list = mapping.raw("nodes");
  const hosts = Array.isArray(list) ? list.filter((host) => typeof host === "string") : [];
  const plain = hosts.every((host) => /^[a-z0-9._:-]{1,253}$/i.test(host));
  if (!Array.isArray(list) || list.length > mostNodes || hosts.length < list.length || !plain)
    mapping.fault("nodes", `must be a list of at most ${mostNodes} host names, without https:// and port`);
  return hosts.map((host) => host.toLowerCase());
}

/** The API always uses TLS. A block configures what it trusts. */
function readTls(deployment: Mapping, surroundings: Surroundings, faults: Faults): TlsSettings {
  const value = deployment.raw("tls");
  if (value === false) deployment.fault("tls", "is false, but the REST API speaks TLS only; remove it");
  if (!deployment.has("tls") || typeof value === "boolean") return { insecureSkipVerify: false };
  const mapping = new Mapping(value, deployment.at("tls"), enterpriseTlsSettings, faults);
  const ca = certificateSetting(mapping, "ca", surroundings);
  const serverName = mapping.text("serverName");
  return {
    ...(ca && { ca }),
    ...(serverName !== undefined && { serverName }),
    insecureSkipVerify: mapping.flag("insecureSkipVerify"),
  };
}

function readAdminUrl(mapping: Mapping): string | undefined {
  const text = mapping.text("adminUrl", 2_000);
  const adminUrl = text === undefined ? undefined : parseWebAddress(text);
  if (text !== undefined && adminUrl === undefined)
    mapping.fault("adminUrl", 'must be a web address, https://... or http://..., without "@"');
  return adminUrl;
}
