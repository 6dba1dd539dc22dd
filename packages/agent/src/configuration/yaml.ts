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
  const bytes = readSmallFile(path);
  if (typeof bytes === "string") throw new ConfigurationError([`--config: the file ${shown} ${bytes}`]);
  const lineCounter = new LineCounter();
  // Pretty messages would quote the lines around a fault, including a password.
  const document = parseDocument(bytes.toString("utf8"), { lineCounter, prettyErrors: false });
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
