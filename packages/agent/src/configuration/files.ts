import { dirname, resolve } from "node:path";
import { Secret } from "@shardwatch/core/kit/secret";
import { readBytes } from "@shardwatch/core/kit/text-file";
import type { Read } from "@shardwatch/core/kit/text-file";
import { isExposed } from "./exposure.ts";
import type { Mapping } from "./mapping.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The context in which settings resolve files and variables. */
export interface Surroundings {
  /** The configuration file, as an absolute path. Undefined without one. */
  file: string | undefined;
  environment: Environment;
  /**
   * Called with the path of each setting whose secret is in a file that other users of this host may access.
   */
  noteExposed: (setting: string) => void;
}

const fileLimit = 1_048_576;

/** The bytes of a file of the configuration. */
export const readSmallFile = (path: string): Read<Buffer> => readBytes(path, fileLimit);

/** A file that a setting names; undefined with the fault noted. */
export function fileSetting(mapping: Mapping, name: string, surroundings: Surroundings): Buffer | undefined {
  return readSetting(mapping, name, pathSetting(mapping, name, surroundings));
}

/** The same for a file that holds a secret. It notes when other users have access to it. */
export function secretFileSetting(
  mapping: Mapping,
  name: string,
  surroundings: Surroundings,
): Buffer | undefined {
  const path = pathSetting(mapping, name, surroundings);
  const bytes = readSetting(mapping, name, path);
  if (path !== undefined && bytes) noteAccess(mapping.fullName(name), path, surroundings);
  return bytes;
}

/** The absolute path that a setting names. */
export function pathSetting(mapping: Mapping, name: string, { file }: Surroundings): string | undefined {
  const path = mapping.text(name, 4_096);
  if (path === undefined) return undefined;
  // A path in the file starts in its folder, one in a variable in the working directory.
  return file === undefined || mapping.isVariable(name) ? resolve(path) : resolve(dirname(file), path);
}

function readSetting(mapping: Mapping, name: string, path: string | undefined): Buffer | undefined {
  if (path === undefined) return undefined;
  const read = readSmallFile(path);
  if ("content" in read) return read.content;
  // The path is not repeated, because it could be a password that was put here by mistake.
  mapping.fault(name, `the file that it names ${read.fault}`);
  return undefined;
}

/** Notes the setting when other users have access to the file that holds its secret. */
export function noteAccess(setting: string, path: string, { environment, noteExposed }: Surroundings): void {
  if (isExposed(path, environment.CREDENTIALS_DIRECTORY)) noteExposed(setting);
}

/**
 * A secret given as `<name>`, `<name>File` or `<name>Env`, with the setting it came from. Undefined when none
 * is given or it is unusable. A line break at the end is removed.
 */
export function secretSetting(
  mapping: Mapping,
  name: string,
  surroundings: Surroundings,
): { secret: Secret; setting: string } | undefined {
  const settings = [name, `${name}File`, `${name}Env`];
  const [setting, another] = settings.filter((candidate) => mapping.has(candidate));
  if (setting === undefined) return undefined;
  if (another !== undefined) {
    const choices = settings.map((candidate) => mapping.called(candidate)).join(", ");
    mapping.fault(another, `${mapping.called(setting)} is given too; keep one of ${choices}`);
    return undefined;
  }
  const text = secretText(mapping, setting, surroundings)?.replace(/[\r\n]+$/, "");
  if (text === undefined) return undefined;
  if (text !== "") return { secret: new Secret(text), setting };
  mapping.fault(setting, "what it refers to is empty");
  return undefined;
}

function secretText(mapping: Mapping, setting: string, surroundings: Surroundings): string | undefined {
  if (setting.endsWith("File")) return secretFileSetting(mapping, setting, surroundings)?.toString("utf8");
  if (!setting.endsWith("Env")) {
    const { file } = surroundings;
    if (file !== undefined && !mapping.isVariable(setting))
      noteAccess(mapping.fullName(setting), file, surroundings);
    return mapping.exactText(setting);
  }
  const variable = mapping.text(setting);
  const value = variable === undefined ? undefined : surroundings.environment[variable];
  if (variable !== undefined && value === undefined)
    mapping.fault(setting, "the environment variable that it names is not set");
  return value;
}
