import { createSecureContext } from "node:tls";
import { type IpNetwork, parseNetwork } from "../ip-network.ts";
import { readAddresses, readAddressMap } from "./addresses.ts";
import type { Faults } from "./faults.ts";
import { fileSetting, secretFileSetting, secretSetting, type Surroundings } from "./files.ts";
import { Mapping } from "./mapping.ts";
import type { RedisSettings, TlsSettings } from "./settings.ts";

export const deploymentSettings = [
  "type",
  "name",
  "key",
  "address",
  "addresses",
  "addressMap",
  "clusterNetworks",
  "clusterPorts",
  "username",
  "password",
  "passwordFile",
  "passwordEnv",
  "tls",
  "databaseName",
  "clientList",
  "tellAddress",
];
export const tlsSettings = ["ca", "cert", "key", "serverName", "insecureSkipVerify"];

/** One entry of `deployments`; undefined when it is unusable, with all its faults noted. */
export function readDeployment(
  value: unknown,
  path: string,
  surroundings: Surroundings,
  faults: Faults,
): RedisSettings | undefined {
  const mapping = new Mapping(value, path, deploymentSettings, faults);
  const name = mapping.required("name", "orders");
  const key = mapping.text("key") ?? name;
  const place = readAddresses(mapping);
  const addressMap = readAddressMap(mapping);
  const clusterNetworks = readClusterNetworks(mapping);
  const clusterPorts = readClusterPorts(mapping);
  const username = mapping.text("username");
  const password = secretSetting(mapping, "password", surroundings)?.secret;
  if (username !== undefined && !["password", "passwordFile", "passwordEnv"].some((one) => mapping.has(one)))
    mapping.fault("username", `needs ${mapping.secretChoices("password")}`);
  const tls = readTls(mapping, place?.tls, surroundings, faults);
  const databaseName = mapping.text("databaseName") ?? null;
  const clientList = mapping.flag("clientList");
  const tellAddress = mapping.flag("tellAddress");
  if (name === undefined || key === undefined || !place) return undefined;
  return {
    key,
    name,
    databaseName,
    addresses: place.addresses,
    addressMap,
    ...(clusterNetworks.length > 0 && { clusterNetworks }),
    ...(clusterPorts.length > 0 && { clusterPorts }),
    ...(username !== undefined && { username }),
    ...(password && { password }),
    ...(tls && { tls }),
    clientList,
    ...(tellAddress && { tellAddress }),
  };
}

/** `tls: true`, or a block with settings; rediss:// alone is enough too. */
function readTls(
  deployment: Mapping,
  scheme: boolean | undefined,
  surroundings: Surroundings,
  faults: Faults,
): TlsSettings | undefined {
  const value = deployment.raw("tls");
  const wanted = deployment.has("tls") && value !== false;
  if (wanted && scheme === false)
    deployment.fault(
      "tls",
      `is set while ${deployment.called("address")} says redis://; write rediss://, or leave redis:// out`,
    );
  if (value === false && scheme === true)
    deployment.fault(
      "tls",
      `is false while ${deployment.called("address")} says rediss://; remove one of the two`,
    );
  if (!wanted || value === true) return wanted || scheme ? { insecureSkipVerify: false } : undefined;
  const mapping = new Mapping(value, deployment.at("tls"), tlsSettings, faults);
  const serverName = mapping.text("serverName");
  const files = readPem(mapping, surroundings);
  return {
    ...files,
    ...(serverName !== undefined && { serverName }),
    insecureSkipVerify: mapping.flag("insecureSkipVerify"),
  };
}

function readPem(mapping: Mapping, surroundings: Surroundings): Pick<TlsSettings, "ca" | "cert" | "key"> {
  const ca = certificateSetting(mapping, "ca", surroundings);
  const cert = fileSetting(mapping, "cert", surroundings);
  const key = secretFileSetting(mapping, "key", surroundings);
  if (mapping.has("cert") !== mapping.has("key"))
    mapping.fault(
      mapping.has("cert") ? "key" : "cert",
      `is missing: a client certificate needs ${mapping.called("cert")} and ${mapping.called("key")}`,
    );
  if (cert && key && !accepted({ cert, key }))
    mapping.fault("cert", "cert and key are not a PEM certificate and its private key without a passphrase");
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

/** A file with certificates of authorities, in PEM. */
export function certificateSetting(
  mapping: Mapping,
  name: string,
  surroundings: Surroundings,
): Buffer | undefined {
  const ca = fileSetting(mapping, name, surroundings);
  // Node accepts any bytes as a CA, and then trusts no certificate. So the form is checked here.
  if (!ca || (ca.includes("-----BEGIN CERTIFICATE-----") && accepted({ ca }))) return ca;
  mapping.fault(name, "is not a certificate in PEM form (-----BEGIN CERTIFICATE-----)");
  return undefined;
}

function accepted(options: { ca?: Buffer; cert?: Buffer; key?: Buffer }): boolean {
  try {
    return createSecureContext(options) !== undefined;
  } catch {
    return false; // OpenSSL's reason would not help: the caller names the files
  }
}

const most = 100;

/** Where the agent connects to nodes that a cluster announces, beside the configured hosts: `clusterNetworks`. */
function readClusterNetworks(mapping: Mapping): IpNetwork[] {
  return readList(mapping, "clusterNetworks", "networks; for example [10.1.0.0/16]", (item) =>
    typeof item === "string" ? parseNetwork(item.trim()) : "must be a text such as 10.1.0.0/16",
  );
}

/** At which ports such a node gets the password, beside those of the configured servers: `clusterPorts`. */
function readClusterPorts(mapping: Mapping): number[] {
  return readList(mapping, "clusterPorts", "ports; for example [6379, 6380]", (item) => {
    // A variable holds texts.
    const port = typeof item === "string" && /^\d{1,5}$/.test(item) ? Number(item) : item;
    const isPort = typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65_535;
    return isPort ? port : "must be a port between 1 and 65535";
  });
}

/** The usable entries of a list. A text that `read` returns is the fault of an entry. */
function readList<Item extends object | number>(
  mapping: Mapping,
  name: string,
  kind: string,
  read: (item: unknown) => Item | string,
): Item[] {
  if (!mapping.has(name)) return [];
  const list = mapping.raw(name);
  if (!Array.isArray(list) || list.length === 0 || list.length > most) {
    mapping.fault(name, `must be a list of 1 to ${most} ${kind}`);
    return [];
  }
  return list.flatMap((item: unknown, index) => {
    const found = read(item);
    if (typeof found !== "string") return [found];
    mapping.fault(`${name}[${index}]`, found);
    return [];
  });
}
