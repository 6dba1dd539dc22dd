import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { day } from "@shardwatch/core/kit/time";
import { median } from "../../bench/table.ts";
import { type Scored } from "../score.ts";
import { sayings } from "../types.ts";
import type { SimulatedDatabase } from "./fleet.ts";

/** What was said of a database on day 0, and what came. */
export interface Compared {
  database: SimulatedDatabase;
  item: MemoryOutlook;
}

/** As the measures of the backtest have it. Without a known limit there is nothing to say. */
export function scoredOf({ database: { story }, item }: Compared): Scored {
  const { say, likely, earliest, latest } = item;
  const known = sayings.find((one) => one === say) ?? "none";
  return { story, answer: { id: story.input.id, say: known, likely, earliest, latest } };
}

/** Days from day 0 on; infinite without a moment. */
const daysUntil = ({ database: { story } }: Compared, moment: string | null): number =>
  moment === null ? Infinity : (Date.parse(moment) - Date.parse(story.input.now)) / day;

const daysToTruth = ({ database: { story } }: Compared): number =>
  story.truth === undefined ? Infinity : (story.truth - Date.parse(story.input.now)) / day;

interface Row {
  said: string;
  isSo: (item: MemoryOutlook, likely: number) => boolean;
}

const dated =
  (least: number, most: number): Row["isSo"] =>
  ({ say }, likely) =>
    say === "date" && likely > least && likely <= most;

const said: readonly Row[] = [
  { said: "within 14 days", isSo: dated(-1, 14) },
  { said: "15–30 days", isSo: dated(14, 30) },
  { said: "31–90 days", isSo: dated(30, 90) },
  { said: "after 90 days", isSo: dated(90, Infinity) },
  { said: "not within 30–120 days", isSo: ({ say }) => say === "far" },
  { said: "growing, not clear", isSo: ({ say }) => say === "unclear" },
  { said: "no growth", isSo: ({ say }) => say === "none" },
  { said: "too early", isSo: ({ say }) => say === "early" },
  { said: "at its limit", isSo: ({ say }) => say === "full" },
  { said: "no limit, or not known", isSo: ({ say }) => say === "noLimit" || say === "unknown" },
];

const came = [14, 30, 90, 365] as const;

/** The table as Markdown: what was said on day 0, and when the demand of the generator reached the limit. */
export function tableOf(all: readonly Compared[]): string {
  const rows = said.map(({ said: name, isSo }) => {
    const own = all.filter((one) => isSo(one.item, daysUntil(one, one.item.likely)));
    const lefts = own.map(daysToTruth);
    const counts = came.map(
      (most, index) => lefts.filter((left) => left <= most && left > (came[index - 1] ?? -1)).length,
    );
    const never = lefts.filter((left) => left === Infinity).length;
    const filled = own.filter((one) => one.item.say === "date" && daysToTruth(one) < Infinity);
    const errors = filled.map((one) => Math.abs(daysUntil(one, one.item.likely) - daysToTruth(one)));
    const held = filled.filter((one) => {
      const left = daysToTruth(one);
      return left >= daysUntil(one, one.item.earliest) && left <= daysUntil(one, one.item.latest);
    });
    const hasDates = own[0]?.item.say === "date";
    return [
      name,
      own.length,
      ...counts,
      never,
      hasDates && errors.length > 0 ? `${median(errors).toFixed(1)} d` : "",
      hasDates ? `${held.length} of ${own.length}` : "",
    ];
  });
  const head = [
    "said on day 0",
    "databases",
    "full in 14 d",
    "15–30 d",
    "31–90 d",
    "91–365 d",
    "not in 365 d",
    "error, median",
    "interval held",
  ];
  return [head, head.map((_, index) => (index === 0 ? "---" : "--:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
