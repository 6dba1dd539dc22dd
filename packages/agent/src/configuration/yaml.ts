import { parseYaml } from "@shardwatch/core/kit/yaml-limits";
import { readSmallFile } from "./files.ts";

/** The configuration is wrong. `faults` has one sentence for each fault, starting with the setting's name. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "ConfigurationError";
    this.faults = faults;
  }
}

/**
 * What a configuration file holds. Throws a ConfigurationError for a file that cannot be read or is no YAML.
 * @param path absolute
 * @param shown the path as the person gave it
 */
export function readYaml(path: string, shown: string): unknown {
  const read = readSmallFile(path);
  if ("fault" in read) throw new ConfigurationError([`--config: the file ${shown} ${read.fault}`]);
  const parsed = parseYaml(read.content.toString("utf8"));
  if ("fault" in parsed) throw new ConfigurationError([`the file: ${parsed.fault}`]);
  return parsed.content;
}
