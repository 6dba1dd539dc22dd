import { dirname, resolve } from "node:path";
import type { Environment } from "./files.ts";
import { readYaml } from "./yaml.ts";

export const healthFileVariable = "SHARDWATCH_HEALTH_FILE";

/**
 * The file that the running agent writes, as an absolute path; undefined when it writes none. Nothing else of the
 * configuration is read, so that a probe opens no secret. Throws a ConfigurationError for a file that is no YAML.
 * @param config the configuration file, if the agent has one
 */
export function healthFileOf(config: string | undefined, environment: Environment): string | undefined {
  const variable = environment[healthFileVariable]?.trim();
  if (variable) return resolve(variable);
  if (config === undefined) return undefined;
  const value = readYaml(resolve(config), config);
  const named = typeof value === "object" && value !== null && "healthFile" in value ? value.healthFile : "";
  if (typeof named !== "string" || named.trim() === "") return undefined;
  return resolve(dirname(resolve(config)), named.trim());
}
