import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./copy.ts";
import type { Fault } from "./fault.ts";

/** The parts of a project file around each occurrence of a text; empty for a missing file. */
export const partsOf = ({ file, find }: Fault): string[] =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8").split(find) : [];

/** The problem that prevents planting a fault; undefined when there is none. */
export function whyNotPlanted(fault: Fault): string | undefined {
  const { id, file, find, tests } = fault;
  const gone = [file, ...tests].find((path) => !existsSync(join(root, path)));
  if (gone !== undefined) return `${id}: ${gone} is not there`;
  const places = partsOf(fault).length - 1;
  return places === 1 ? undefined : `${id}: ${file} holds the text ${places} times: ${find}`;
}
