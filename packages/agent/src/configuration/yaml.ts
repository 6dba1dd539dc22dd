import { notYaml, whyNotParsed } from "@shardwatch/core/kit/yaml-limits";
import { LineCounter, parseDocument } from "yaml";
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
  const text = read.content.toString("utf8");
  const tooMuch = whyNotParsed(text);
  if (tooMuch !== undefined) throw new ConfigurationError([`the file: ${tooMuch}`]);
  const lineCounter = new LineCounter();
  // Pretty messages would quote the lines around a fault, including a password.
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    throw new ConfigurationError([`the file: ${notYaml(lineCounter, error.pos[0], error.code)}`]);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new ConfigurationError(["the file: refers to itself too often (YAML aliases)"]);
  }
}
