import type * as z from "zod";

type Path = readonly PropertyKey[];

/** A place in a file, such as "organizations[0].agentKeys[1].digest". */
export const placeOf = (path: Path): string =>
  path.reduce<string>((place, part) => {
    if (typeof part === "number") return `${place}[${part}]`;
    return place === "" ? String(part) : `${place}.${String(part)}`;
  }, "");

/** A name that may be shown. Others may be a secret, or escape sequences for a terminal. */
const isWord = (key: string) => /^[A-Za-z]{1,40}$/.test(key);

/**
 * One line for each fault of a file, which starts with its place. No line shows a value.
 * @param known what is said of settings that people write although there are none
 */
export function faultsOf({ issues }: z.ZodError, known: ReadonlyMap<string, string>): string[] {
  return issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code !== "unrecognized_keys") return [`${placeOf(path) || "the file"}: ${message}`];
    const words = issue.keys.filter(isWord);
    const faults = words.map((key) => `${placeOf([...path, key])}: ${known.get(key) ?? "is not a setting"}`);
    if (words.length < issue.keys.length)
      faults.push(`${placeOf(path) || "the file"}: has something that is not a setting`);
    return faults;
  });
}

/** Finds what a file may hold once, and holds twice. */
export class Repetitions {
  readonly faults: string[] = [];
  readonly #seen = new Map<string, string>();

  /** @param kind of what the value must be the only one */
  once(kind: string, value: string, path: Path): void {
    const place = placeOf(path);
    const other = this.#seen.get(`${kind} ${value}`);
    if (other === undefined) this.#seen.set(`${kind} ${value}`, place);
    else this.faults.push(`${place}: is given at ${other}, too`);
  }
}
