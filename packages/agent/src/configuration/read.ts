import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { longestAgentName } from "@shardwatch/core/kit/agent-configuration";
import { parseAgentKey } from "@shardwatch/core/kit/composite-key";
import type { Secret } from "@shardwatch/core/kit/secret";
import { levels } from "../log.ts";
import type { Level } from "../log.ts";
import { formatAddress, parseApiAddress } from "./address.ts";
import type { ApiAddress } from "./address.ts";
import { combine } from "./combine.ts";
import type { Combined } from "./combine.ts";
import { certificateSetting, readDeployment } from "./deployment.ts";
import type { Faults } from "./faults.ts";
import { noteAccess, pathSetting, secretSetting } from "./files.ts";
import type { Environment, Surroundings } from "./files.ts";
import { Mapping } from "./mapping.ts";
import type { DeploymentSettings, Settings } from "./settings.ts";
import { readVariables } from "./variables.ts";
import { ConfigurationError, readYaml } from "./yaml.ts";
import { readEnterprise } from "./enterprise.ts";

const types = ["redis", "enterprise"];

/** One entry of `deployments`, by its type; undefined when it is unusable, with all its faults noted. */
export function readEntry(
  value: unknown,
  path: string,
  surroundings: Surroundings,
  faults: Faults,
): DeploymentSettings | undefined {
  const { type = "redis", url }: { type?: unknown; url?: unknown } =
    typeof value === "object" && value !== null ? value : {};
  if (type === "enterprise") return readEnterprise(value, path, surroundings, faults);
  if (type === "redis" && url === undefined) return readDeployment(value, path, surroundings, faults);
  faults.note(
    `${path}.type`,
    type === "redis"
      ? "must be enterprise where url is given; without it, give address instead of url"
      : `must be one of ${types.join(", ")}`,
  );
  return undefined;
}

/** The settings above the deployments, and the deployments. */
export const settingNames = [
  "api",
  "ca",
  "insecureHttp",
  "key",
  "keyFile",
  "keyEnv",
  "agentId",
  "agentName",
  "tellHostName",
  "logLevel",
  "healthFile",
  "deployments",
];
const deploymentLimit = 500;

/**
 * Reads the file, the variables, and everything they refer to. Throws a ConfigurationError with all faults.
 * @param file undefined for a configuration of variables alone
 */
export function readConfiguration(file: string | undefined, environment: Environment): Settings {
  const path = file === undefined ? undefined : resolve(file);
  const inFile = path === undefined ? undefined : { value: readYaml(path, file ?? path) };
  const variables = readVariables(
    environment,
    settingNames.filter((name) => name !== "deployments"),
  );
  const combined = combine(inFile, variables);
  const settings = readSettings(combined, path, environment);
  const { list } = combined.faults;
  if (!settings || list.length > 0) throw new ConfigurationError(list);
  return settings;
}

function readSettings(
  { value, faults, blocks }: Combined,
  path: string | undefined,
  environment: Environment,
): Settings | undefined {
  const exposed: string[] = [];
  const noteExposed = (setting: string): void => void exposed.push(setting);
  const surroundings: Surroundings = { file: path, environment, noteExposed };
  for (const { secretFile } of blocks)
    if (secretFile) noteAccess(secretFile.variable, secretFile.path, surroundings);
  const mapping = new Mapping(value, "", settingNames, faults);
  const place = readApi(mapping);
  const ca = certificateSetting(mapping, "ca", surroundings);
  const key = readKey(mapping, surroundings);
  const givenId = readAgentId(mapping);
  const agentName = readAgentName(mapping);
  const logLevel = readLogLevel(mapping);
  const healthFile = pathSetting(mapping, "healthFile", surroundings);
  const deployments = readDeployments(mapping, surroundings, faults);
  const agentId = givenId ?? defaultAgentId(path ?? `variables of ${deployments[0]?.name}`);
  if (!place || !key) return undefined;
  const api = { ...place, key, ...(ca && { ca }) };
  const optional = { ...(agentName && { agentName }), ...(healthFile !== undefined && { healthFile }) };
  return { api, agentId, ...optional, logLevel, exposed, deployments };
}

function readApi(mapping: Mapping): ApiAddress | undefined {
  const text = mapping.required("api", "https://api.example.com");
  if (text === undefined) return undefined;
  const api = parseApiAddress(text, mapping.flag("insecureHttp"));
  if ("address" in api) return api;
  mapping.fault("api", api.fault);
  return undefined;
}

function readKey(mapping: Mapping, surroundings: Surroundings): Secret | undefined {
  if (!["key", "keyFile", "keyEnv"].some((one) => mapping.has(one)))
    mapping.fault("key", `is missing; set ${mapping.secretChoices("key")} to the agent API key`);
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
  if (mapping.has("agentName"))
    mapping.fault("tellHostName", `cannot be set beside ${mapping.called("agentName")}`);
  return hostname().slice(0, longestAgentName);
}

/**
 * The same across restarts. It is a hash, so that neither the host's name nor the path leaves the host.
 * @param which distinguishes the agents of a host: the path of the file, or the first deployment without one
 */
function defaultAgentId(which: string): string {
  return createHash("sha256").update(`${hostname()}\n${which}`).digest("hex").slice(0, 24);
}

function readLogLevel(mapping: Mapping): Level {
  const text = mapping.text("logLevel") ?? "info";
  const level = levels.find((candidate) => candidate === text);
  if (!level) mapping.fault("logLevel", `must be one of ${levels.join(", ")}`);
  return level ?? "info";
}

function readDeployments(mapping: Mapping, surroundings: Surroundings, faults: Faults): DeploymentSettings[] {
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
  noteRepeats(deployments, faults);
  return deployments.filter((deployment) => deployment !== undefined);
}

function noteRepeats(deployments: readonly (DeploymentSettings | undefined)[], faults: Faults): void {
  const keys = new Map<string, number>();
  const addresses = new Map<string, number>();
  const entry = (index: number) =>
    faults.names.variableOf(`deployments[${index}]`) ?? `deployments[${index}]`;
  for (const [index, deployment] of deployments.entries()) {
    if (!deployment) continue;
    const { key } = deployment;
    const sameKey = key === undefined ? undefined : keys.get(key);
    if (sameKey !== undefined)
      faults.note(
        `deployments[${index}].key`,
        `is the same as of ${entry(sameKey)}; set key to tell them apart`,
      );
    if (key !== undefined) keys.set(key, index);
    for (const address of deployment.addresses.map(formatAddress)) {
      const sameAddress = addresses.get(address);
      if (sameAddress !== undefined)
        faults.note(`deployments[${index}].address`, `is the same as of ${entry(sameAddress)}`);
      addresses.set(address, index);
    }
  }
}
