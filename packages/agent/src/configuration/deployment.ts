import { createSecureContext } from "node:tls";
import { readAddresses, readAddressMap } from "./addresses.ts";
import { readClusterNetworks, readClusterPorts } from "./cluster-rules.ts";
import { fileSetting, secretFileSetting, secretSetting } from "./files.ts";
import type { Faults } from "./faults.ts";
import type { Surroundings } from "./files.ts";
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
