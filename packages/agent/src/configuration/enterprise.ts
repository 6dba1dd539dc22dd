import { certificateSetting } from "./deployment.ts";
import type { Faults } from "./faults.ts";
import { secretSetting, type Surroundings } from "./files.ts";
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

const example = "for example https://cluster.example.com:9443";
const standardPort = 9_443;

export interface RestAddress {
  /** The origin: scheme, host and port. */
  url: string;
  host: string;
  port: number;
}

/**
 * Reads the address of a cluster's REST API; port 9443 unless given. Returns a text that explains the fault
 * otherwise.
 */
export function parseRestAddress(text: string): RestAddress | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return `is not a web address; ${example}`;
  if (url.protocol === "http:") return `must start with https://: the REST API speaks TLS only; ${example}`;
  if (url.username !== "" || url.password !== "")
    return "holds a user name or password; move them to username and password (or passwordFile, passwordEnv)";
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "")
    return `must end after the port; ${example}`;
  // The parser drops 443, the default port of https, even when it was given.
  const given = url.port !== "" || /^[^/]*\/\/[^/]*:0*443\/?$/.test(text);
  if (!given) url.port = String(standardPort);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return { url: url.origin, host, port: Number(url.port || 443) };
}

/** A web address that a report may carry as a link, unchanged; undefined for every other text. */
export function parseWebAddress(text: string): string | undefined {
  if (!URL.canParse(text) || text.includes("@")) return undefined;
  const { protocol, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && hostname !== "" ? text : undefined;
}
