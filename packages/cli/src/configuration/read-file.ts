import { dirname } from "node:path";
import { faultsOf } from "@shardwatch/core/contract/configuration/faults";
import {
  knownMistakes,
  listNames,
  objectsFile,
  type ObjectsFile,
  repeatedObjects,
} from "@shardwatch/core/contract/configuration/objects";
import { readText } from "@shardwatch/core/kit/text-file";
import { parseYaml } from "@shardwatch/core/kit/yaml-limits";
import { wrongUsage } from "../exit.ts";
import type { Machine } from "../machine.ts";

/** In bytes. */
const mostBytes = 2 ** 20;

const mistakes = new Map([
  ...knownMistakes,
  ["organizations", "is for the server's own configuration file; here, the lists begin at the left"],
]);

/** A file that apply takes, and the folder in which its paths begin. Throws a Failure that names every fault. */
export async function readFile(
  path: string,
  machine: Machine,
): Promise<{ file: ObjectsFile; folder: string }> {
  const name = path === "-" ? "The standard input" : `The file ${path}`;
  const wrong = (faults: readonly string[]) => wrongUsage(`${name} can't be applied.`, faults);
  const read = path === "-" ? await readInput(machine) : readText(path, mostBytes);
  if ("fault" in read) throw wrong([`the file ${read.fault}`]);
  const parsed = parseYaml(read.content);
  if ("fault" in parsed) throw wrong([`the file ${parsed.fault}`]);
  const { data, error } = objectsFile.safeParse(parsed.content);
  if (error) throw wrong(faultsOf(error, mistakes));
  // A file that was emptied by accident is no success.
  if (Object.values(data).every((list) => list === undefined))
    throw wrong([`the file lists nothing; it has ${listNames.join(", ")}`]);
  const faults = repeatedObjects(data);
  if (faults.length > 0) throw wrong(faults);
  return { file: data, folder: path === "-" ? "." : dirname(path) };
}

async function readInput(machine: Machine): Promise<{ content: string } | { fault: string }> {
  const content = await machine.readInput(mostBytes + 1);
  return content.length > mostBytes ? { fault: `is larger than ${mostBytes / 1_024} KB` } : { content };
}
