import { resolve } from "node:path";
import { readText } from "./text-file.ts";

/** Where a setting of a file says that a secret is: an environment variable, or another file. */
export interface Named {
  variable?: string | undefined;
  file?: string | undefined;
}

/** Where the named things are. */
export interface Surroundings {
  variables: Readonly<Record<string, string | undefined>>;
  /** In which a path begins. */
  folder: string;
}

const mostBytes = 65_536;

/** The text that a setting names, without blanks around it; or why there is none. No fault shows a name or a text. */
export function readNamed(
  { variable, file }: Named,
  { variables, folder }: Surroundings,
): { content: string } | { fault: string } {
  if (variable !== undefined) {
    const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
    // Its name is not shown: somebody may have put the secret there, which looks like a name.
    if (!value) return { fault: "the environment variable that it names is not set" };
    return { content: value.trim() };
  }
  const read = readText(resolve(folder, file ?? ""), mostBytes);
  return "fault" in read
    ? { fault: `the file that it names ${read.fault}` }
    : { content: read.content.trim() };
}
