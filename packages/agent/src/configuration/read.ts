import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { longestAgentName } from "@shardwatch/core/kit/agent-configuration";
import { parseAgentKey } from "@shardwatch/core/kit/agent-key";
import type { Secret } from "@shardwatch/core/kit/secret";
import { LineCounter, parseDocument } from "yaml";
import { levels } from "../log.ts";
import type { Level } from "../log.ts";
import { formatAddress, parseApiAddress } from "./address.ts";
import { certificateSetting } from "./deployment.ts";
import { readEntry } from "./entry.ts";
import { readSmallFile, secretSetting } from "./files.ts";
import type { Environment, Surroundings } from "./files.ts";
import { Mapping } from "./mapping.ts";
import type { DeploymentSettings, Settings } from "./settings.ts";

const fileSettings = [
  "api",
  "ca",
  "key",
  "keyFile",
  "keyEnv",
  "agentId",
  "agentName",
  "tellHostName",
  "logLevel",
  "deployments",
];
const deploymentLimit = 500;

/** The configuration is wrong. `faults` has one sentence for each fault, starting with the setting's path. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "ConfigurationError";
    this.faults = faults;
  }
}

/** Reads the file and everything it refers to. Throws a ConfigurationError with all faults. */
export function readConfiguration(file: string, environment: Environment): Settings {
  const path = resolve(file);
  const bytes = readSmallFile(path);
  if (typeof bytes === "string") throw new ConfigurationError([`--config: the file ${file} ${bytes}`]);
  const faults: string[] = [];
  const settings = readSettings(parseYaml(bytes.toString("utf8")), path, environment, faults);
  if (!settings || faults.length > 0) throw new ConfigurationError(faults);
  return settings;
}

function parseYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  // Pretty messages would quote the lines around a fault, including a password.
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new ConfigurationError([`the file: is not YAML at line ${line}, column ${col} (${error.code})`]);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new ConfigurationError(["the file: refers to itself too often (YAML aliases)"]);
  }
}

function readSettings(
  value: unknown,
  path: string,
  environment: Environment,
  faults: string[],
): Settings | undefined {
  const exposed: string[] = [];
  const noteExposed = (setting: string): void => void exposed.push(setting);
  const surroundings: Surroundings = { file: path, environment, noteExposed };
  const mapping = new Mapping(value, "", fileSettings, faults);
  const address = readApi(mapping);
  const ca = certificateSetting(mapping, "ca", surroundings);
  const key = readKey(mapping, surroundings);
  const agentId = readAgentId(mapping) ?? defaultAgentId(path);
  const agentName = readAgentName(mapping);
  const logLevel = readLogLevel(mapping);
  const deployments = readDeployments(mapping, surroundings, faults);
  if (address === undefined || !key) return undefined;
  const api = { address, key, ...(ca && { ca }) };
  return { api, agentId, ...(agentName && { agentName }), logLevel, exposed, deployments };
}

function readApi(mapping: Mapping): string | undefined {
  const text = mapping.required("api", "https://api.example.com");
  if (text === undefined) return undefined;
  const api = parseApiAddress(text);
  if ("address" in api) return api.address;
  mapping.fault("api", api.fault);
  return undefined;
}

function readKey(mapping: Mapping, surroundings: Surroundings): Secret | undefined {
  if (!["key", "keyFile", "keyEnv"].some((one) => mapping.has(one)))
    mapping.fault("key", "is missing; set keyFile, keyEnv or key to the agent API key");
  const found = secretSetting(mapping, "key", surroundings);
  if (!found || parseAgentKey(found.secret.reveal())) return found?.secret;
  mapping.fault(
    found.setting,
    "is not a whole agent API key (sw_key_...): a character is missing or mistyped",
  );
  return undefined;
}

function readAgentId(mapping: Mapping): string | undefined {
  const agentId = mapping.text("agentId");
  if (agentId !== undefined && !/^[0-9a-z]{8,32}$/.test(agentId))
    mapping.fault("agentId", "must be 8 to 32 lower-case letters and digits");
  return agentId;
}

/** The host's name leaves the host only when the configuration says so. */
function readAgentName(mapping: Mapping): string | undefined {
  const name = mapping.text("agentName", longestAgentName);
  if (!mapping.flag("tellHostName")) return name;
  if (mapping.has("agentName")) mapping.fault("tellHostName", "cannot be set beside agentName");
  return hostname().slice(0, longestAgentName);
}

/** The same across restarts. It is a hash, so that neither the host's name nor the path leaves the host. */
function defaultAgentId(path: string): string {
  return createHash("sha256").update(`${hostname()}\n${path}`).digest("hex").slice(0, 24);
}

function readLogLevel(mapping: Mapping): Level {
  const text = mapping.text("logLevel") ?? "info";
  const level = levels.find((candidate) => candidate === text);
  if (!level) mapping.fault("logLevel", `must be one of ${levels.join(", ")}`);
  return level ?? "info";
}

function readDeployments(
  mapping: Mapping,
  surroundings: Surroundings,
  faults: string[],
): DeploymentSettings[] {
  const list = mapping.raw("deployments");
  if (!Array.isArray(list) || list.length === 0) {
    mapping.fault("deployments", "must be a list with at least one entry of name and address");
    return [];
  }
  if (list.length > deploymentLimit) {
    mapping.fault("deployments", `has more than ${deploymentLimit} entries; run a second agent for the rest`);
    return [];
  }
  const deployments = list.map((value: unknown, index) =>
    readEntry(value, `deployments[${index}]`, surroundings, faults),
  );
  noteRepeats(deployments, mapping);
  return deployments.filter((deployment) => deployment !== undefined);
}

function noteRepeats(deployments: readonly (DeploymentSettings | undefined)[], mapping: Mapping): void {
  const keys = new Map<string, number>();
  const addresses = new Map<string, number>();
  for (const [index, deployment] of deployments.entries()) {
    if (!deployment) continue;
    const { key } = deployment;
    const sameKey = key === undefined ? undefined : keys.get(key);
    if (sameKey !== undefined)
      mapping.fault(
        `deployments[${index}].key`,
        `is the same as of deployments[${sameKey}]; set key to tell them apart`,
      );
    if (key !== undefined) keys.set(key, index);
    for (const address of deployment.addresses.map(formatAddress)) {
      const sameAddress = addresses.get(address);
      if (sameAddress !== undefined)
        mapping.fault(`deployments[${index}].address`, `is the same as of deployments[${sameAddress}]`);
      addresses.set(address, index);
    }
  }
}
