import type { ObjectsFile } from "@shardwatch/core/contract/configuration/objects";
import { type Named, readNamed } from "@shardwatch/core/kit/named-text";
import type { Machine } from "../machine.ts";

/** What a plan goes by, besides the file and the server. */
export interface Around {
  variables: Machine["env"];
  /** The folder of the file, in which its paths begin. */
  folder: string;
  /** Whether addresses and secrets are sent although they may be the same. */
  sendsSecrets: boolean;
  /** Whether what the file does not have is deleted. */
  prunes: boolean;
  /** All that the file lists: what an entry names can be another entry. */
  file: ObjectsFile;
}

/** The names of the settings that say where a secret is. */
const namedBy = (entry: object, name: string): Named => {
  const settings = entry as Readonly<Record<string, string | undefined>>;
  return { variable: settings[`${name}Env`], file: settings[`${name}File`] };
};

/**
 * The secret that an entry names, or why it can't be used, and whether there is none; undefined where it names none.
 * @param isRight whether a text can be one, and what it must be
 */
export function secretOf(
  entry: object,
  name: string,
  around: Around,
  { place, isRight, must }: { place: string; isRight: (text: string) => boolean; must: string },
): { content: string } | { fault: string; isMissing: boolean } | undefined {
  const named = namedBy(entry, name);
  if (named.variable === undefined && named.file === undefined) return undefined;
  const setting = `${place}.${name}${named.variable === undefined ? "File" : "Env"}`;
  const read = readNamed(named, around);
  if ("fault" in read) return { fault: `${setting}: ${read.fault}`, isMissing: true };
  if (isRight(read.content)) return read;
  return { fault: `${setting}: what it refers to must be ${must}`, isMissing: false };
}
