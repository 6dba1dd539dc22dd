import { faultsOf } from "@shardwatch/core/contract/configuration/faults";
import { listNames, type ListName } from "@shardwatch/core/contract/configuration/objects";
import { cleanText } from "@shardwatch/core/kit/foreign-text";
import { digest } from "@shardwatch/core/kit/hash";
import { readOwnText } from "@shardwatch/core/kit/text-file";
import { parseYaml } from "@shardwatch/core/kit/yaml-limits";
import { StartFailure } from "../machine/failure.ts";
import { faultsBetween, secrets } from "./faults.ts";
import { type ConfigurationFile, configurationFile } from "./schema.ts";

/** In bytes. A hundred organizations with a hundred keys each need less. */
const mostBytes = 2 ** 20;

/** @param faults one line each, which starts with its place in the file */
export const wrongFile = (path: string, faults: readonly string[]): StartFailure =>
  new StartFailure(`The configuration file ${cleanText(path)} is wrong.\n${faults.join("\n")}`);

/**
 * Reads and checks a configuration file. It opens nothing that the file refers to, so a pipeline can do it.
 * @throws StartFailure with one line for each fault
 */
export function readFile(path: string): { content: ConfigurationFile; hash: string } {
  const read = readYaml(path);
  if ("fault" in read) throw wrongFile(path, [read.fault]);
  const answer = configurationFile.safeParse(read.content);
  if (!answer.success) throw wrongFile(path, faultsOf(answer.error, secrets));
  const faults = faultsBetween(answer.data);
  if (faults.length > 0) throw wrongFile(path, faults);
  return { content: answer.data, hash: read.hash };
}

type ReadYaml = { content: unknown; hash: string } | { fault: string };

/** What a file holds, and the SHA-256 of its text; or one sentence on why it can't be used. */
function readYaml(path: string): ReadYaml {
  const text = readOwnText(path, mostBytes);
  if ("fault" in text) return { fault: `the file ${text.fault}` };
  const parsed = parseYaml(text.content);
  if ("fault" in parsed) return { fault: `the file ${parsed.fault}` };
  // A file that was emptied by accident must not remove everything.
  if (parsed.isEmpty) return { fault: 'the file is empty; "organizations: []" has none on purpose' };
  return { content: parsed.content, hash: digest(text.content) };
}

/** One sentence on a file without faults. */
export function describeFile({ organizations }: ConfigurationFile): string {
  const count = (list: "agentKeys" | "tokens" | "redisCloud" | "elastiCache" | ListName) =>
    organizations.reduce((sum, one) => sum + (one[list]?.length ?? 0), 0);
  const parts = [
    `${organizations.length} organizations`,
    `${count("agentKeys")} agent keys`,
    `${count("tokens")} API tokens`,
    `${count("redisCloud")} Redis Cloud accounts`,
    `${count("elastiCache")} AWS accounts`,
    ...listNames.map((name) => `${count(name)} ${name}`),
  ];
  return `The configuration file has no faults: ${parts.join(", ")}.`;
}
