import type { Range } from "./value.ts";

/* A version is one number, so that versions compare as numbers: 7.2.4 is 7002004. */

const patches = 1_000;
const minors = patches * 1_000;

/** The first three numbers of a version such as "7.2.4" or "7.4.3-61"; undefined for any other text. */
export function readVersion(text: string | null | undefined): number | undefined {
  const [, major, minor = "0", patch = "0"] =
    /^v?(\d{1,3})(?:\.(\d{1,3}))?(?:\.(\d{1,3}))?/.exec(text ?? "") ?? [];
  return major === undefined ? undefined : Number(major) * minors + Number(minor) * patches + Number(patch);
}

/** The lowest and the highest of versions; undefined when none of them can be read. */
export function versionSpan(texts: readonly string[]): [lowest: string, highest: string] | undefined {
  const readable = texts.flatMap((text) => {
    const version = readVersion(text);
    return version === undefined ? [] : [{ text, version }];
  });
  const sorted = readable.toSorted((left, right) => left.version - right.version);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  return lowest && highest && [lowest.text, highest.text];
}

/** All three numbers of a version: "7.2.0". */
export const writeWhole = (version: number): string =>
  [Math.floor(version / minors), Math.floor(version / patches) % 1_000, version % 1_000].join(".");

/** A version without a patch that is zero: "7.2", "7.2.4". */
const writeVersion = (version: number): string => writeWhole(version).replace(/\.0$/, "");

const whole = /^(\d{1,3})(?:\.(\d{1,3}))?(?:\.(\d{1,3}))?$/;

/** How many versions a text stands for: "7" for all of 7, "7.2" for all patches of 7.2. */
function widthOf(text: string): number | undefined {
  const [all, , minor, patch] = whole.exec(text) ?? [];
  if (all === undefined) return undefined;
  return minor === undefined ? minors : patch === undefined ? patches : 1;
}

/**
 * The versions that a text stands for. Ranges are half open, as people say them: "..7.2" is before 7.2, and
 * "7.2" is every 7.2.
 */
export function readVersions(text: string): Range | undefined {
  const [start = "", end, ...more] = text.split("..");
  const width = widthOf(start);
  const from = width === undefined ? undefined : readVersion(start);
  if (end === undefined)
    return from === undefined || width === undefined ? undefined : { from, to: from + width - 1 };
  const before = widthOf(end) === undefined ? undefined : readVersion(end);
  const isWrong = (given: string, number: number | undefined) => given !== "" && number === undefined;
  if (more.length > 0 || isWrong(start, from) || isWrong(end, before)) return undefined;
  if (from === undefined && before === undefined) return undefined;
  return { ...(from !== undefined && { from }), ...(before !== undefined && { to: before - 1 }) };
}

/** The one text of a range. */
export function writeVersions({ from, to }: Range): string {
  if (from === undefined) return `..${writeVersion((to ?? 0) + 1)}`;
  if (to === undefined) return `${writeVersion(from)}..`;
  if (from % minors === 0 && to === from + minors - 1) return String(from / minors);
  if (from % patches === 0 && to === from + patches - 1) return writeVersion(from);
  if (to === from) return writeWhole(from);
  return `${writeVersion(from)}..${writeVersion(to + 1)}`;
}

/** A range with one end as a comparison: "<7.2", ">=7.2". */
export const compareVersions = ({ from, to = 0 }: Range): string =>
  from === undefined ? `<${writeVersion(to + 1)}` : `>=${writeVersion(from)}`;

/** A range for people. */
export function showVersions(range: Range): string {
  const { from, to } = range;
  if (from === undefined) return `before ${writeVersion((to ?? 0) + 1)}`;
  if (to === undefined) return `from ${writeVersion(from)}`;
  const text = writeVersions(range);
  return text.replace("..", " to before ");
}
