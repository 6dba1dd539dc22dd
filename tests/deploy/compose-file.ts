import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { parse } from "yaml";
import { deployFolder } from "./folder.ts";

export interface Service {
  image: string;
  profiles?: string[];
  env_file?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  healthcheck?: { test: string[] };
  [field: string]: unknown;
}

export interface ComposeFile {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  [field: string]: unknown;
}

/**
 * The compose file as Compose reads it, with these variables of the environment. Of interpolation it knows what ours
 * uses, `${NAME:-standard}`; anything else throws.
 */
export function readCompose(variables: Readonly<Record<string, string>> = {}): ComposeFile {
  const text = readFileSync(join(deployFolder, "compose.yaml"), "utf8").replaceAll(
    /\$(?:\{(\w+):-([^{}$]*)\})?/g,
    (found: string, name: string | undefined, standard: string) => {
      if (name === undefined) throw new Error(`the test can't interpolate this ${found}`);
      return variables[name] || standard;
    },
  );
  return parse(text, { merge: false }) as ComposeFile;
}

/** The environment of a service's container: the image's, the files', and its own, which wins. */
export function environmentOf(service: Service, ofImage: Readonly<Record<string, string>>) {
  const files = (service.env_file ?? []).map((name) =>
    parseEnv(readFileSync(join(deployFolder, `${name}.example`), "utf8")),
  );
  return Object.assign({}, ofImage, ...files, service.environment) as Record<string, string>;
}
