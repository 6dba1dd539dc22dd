import type { ChangedField, ChangeValue } from "@shardwatch/core/contract/history/changes";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { day } from "../lib/time/absolute-time.ts";
import { counted, formatCount } from "../lib/words/count.ts";
import { fieldName, unitOf } from "./field-names.ts";

/** A part of a sentence: our own words, or a value that another machine reported. */
export type Part = string | { value: string; isStatus?: true };

const longest = 160;

/** A value in words. */
export function valueText(field: string, value: ChangeValue): string {
  if (value === null) return "unknown";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatCount(value);
  if (Array.isArray(value)) return value.join(", ") || "none";
  if (unitOf(field) === "bytes") return value === "0" ? "no limit" : formatBytes(value);
  if (unitOf(field) === "time") return day(value) ?? value;
  return value.length > longest ? `${value.slice(0, longest).toWellFormed()}…` : value;
}

const isStatus = (field: string): boolean => field === "status" || field === "databases.status";

type Field = Pick<ChangedField, "field" | "from" | "to" | "between">;
type Passing = NonNullable<ChangedField["between"]>[number];

/**
 * What happened to a field, as the end of a sentence about one or more subjects.
 * @param times how often it changed; more than once when it flapped
 */
export function wordsOf({ field, from, to, between = [] }: Field, times = 1, several = false): Part[] {
  const was = several ? "were" : "was";
  if (field.endsWith(".added")) return [`${was} added`];
  if (field.endsWith(".removed")) return [`${was} removed`];
  if (field === "databases.startedAt" && to !== null)
    return [times > 1 ? `restarted ${times} times` : "restarted"];
  if (field === "source") return [sourceWords(from, to)];
  if (Array.isArray(from) || Array.isArray(to)) return listWords(field, from, to);
  const name = fieldName(field);
  const before: Part = { value: valueText(field, from) };
  const after: Part = {
    value: valueText(field, to),
    ...(isStatus(field) && to !== null && { isStatus: true }),
  };
  const passed = passedWords(field, between);
  if (before.value === after.value && passed.length > 0) {
    const again = to === null ? [] : [`, and ${several ? "are" : "is"} `, after, " again"];
    return [field === "status" ? `${was} ` : `${name} was `, ...passed, ...again];
  }
  if (before.value === after.value)
    return times > 1
      ? [`${name} changed ${times} times and is `, after, " again"]
      : [`${name} changed by less than is shown: `, after];
  const often = [
    ...(times > 1 ? [`, after ${times} changes`] : []),
    ...(passed.length > 0 ? ["; it was ", ...passed] : []),
  ];
  if (field === "statusMessage" && from === null) return [`${name}: `, after, ...often];
  if (field === "statusMessage" && to === null) return [`${name} cleared: `, before, ...often];
  if (from === null) return [`${name} is now `, after, ...often];
  if (to === null) return [`${name} is no longer known, it was `, before, ...often];
  return [`${name} went from `, before, " to ", after, ...often];
}

/** "unreachable for 1 minute, twice, and degraded for up to 3 minutes, 4 times" */
const passedWords = (field: string, between: readonly Passing[]): Part[] =>
  between.flatMap((passing, index): Part[] => [
    ...(index > 0 ? [", and "] : []),
    { value: valueText(field, passing.value) },
    ` for ${howLong(passing)}${howOften(passing.times)}`,
  ]);

function howLong({ times, longestSeconds, seconds }: Passing): string {
  const most = minutesText(longestSeconds);
  return minutesText(seconds / times) === most ? most : `up to ${most}`;
}

const minutesText = (seconds: number): string =>
  seconds < 30 ? "less than a minute" : counted(Math.max(1, Math.round(seconds / 60)), "minute");

const howOften = (times: number): string => (times === 1 ? "" : times === 2 ? ", twice" : `, ${times} times`);

/** Whether the words begin with the name of the field. */
export function isNamed(field: Field, times = 1): boolean {
  const [first] = wordsOf(field, times);
  return typeof first === "string" && first.startsWith(`${fieldName(field.field)} `);
}

function sourceWords(from: ChangeValue, to: ChangeValue): string {
  if (to === null) return "lost the source that reported it";
  return from === null ? "is reported again" : "was taken over by another source";
}

/** What a list gained and lost. */
function listWords(field: string, from: ChangeValue, to: ChangeValue): Part[] {
  const [before, after] = [from, to].map((value) => new Set(Array.isArray(value) ? value : []));
  if (!before || !after) return [];
  const gained = [...after].filter((one) => !before.has(one));
  const lost = [...before].filter((one) => !after.has(one));
  const words = field === "gaps" ? ["can't be read: ", "can be read again: "] : ["gained ", "lost "];
  const parts = [gained, lost].flatMap((some, index): Part[][] =>
    some.length > 0 ? [[words[index] ?? "", { value: valueText(field, some) }]] : [],
  );
  const start = field === "gaps" ? [] : [`${fieldName(field)} `];
  return [...start, ...parts.flatMap((part, index) => (index > 0 ? ["; ", ...part] : part))];
}

/** The parts as one text. */
export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.value)).join("");
