import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the whole project. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

const binFolder = join(root, "node_modules", ".bin");

/** The Node that the packages bring: the version that everything is written for. */
export const productNode = join(binFolder, "node");

/**
 * The environment in which tools find that Node and each other first.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment() {
  return { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH ?? ""}` };
}
