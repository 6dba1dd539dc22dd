import { incidentSeverities } from "../../contract/incident/words.ts";
import { day, hour, minute, second } from "../../kit/time.ts";
import { traitsOf } from "../../contract/source/source.ts";
import { firstRungs, type Ladder } from "./ladder.ts";
import type { Condition } from "./rule.ts";

const units = [
  ["day", day],
  ["hour", hour],
  ["minute", minute],
  ["second", second],
] as const;

/** "3 minutes": a time in the largest unit of which it is a whole number. */
export function lasting(time: number): string {
  const [unit, length] = units.find(([, each]) => time % each === 0) ?? ["second", second];
  const count = time / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** " for 3 minutes"; nothing where no time has to pass. */
const forSome = (time: number): string => (time === 0 ? "" : ` for ${lasting(time)}`);

/** "5 minutes (Agent) or 15 minutes (Redis Cloud, ElastiCache)" */
export function bySource<Source extends string>(
  sources: readonly Source[],
  timeOf: (source: Source) => number,
): string {
  const times = Map.groupBy(sources, timeOf);
  return [...times]
    .map(([time, of]) => `${lasting(time)} (${of.map((source) => traitsOf(source).label).join(", ")})`)
    .join(" or ");
}

interface LadderWords {
  /** What holds from a figure on: "memory at or above 90%". */
  from: (figure: string) => string;
  /** A figure with its unit: "90%". */
  figure: (figure: number) => string;
  /** When it is over: "below 85%". */
  over: (figure: string) => string;
  /** What is never as bad as the worst severity. */
  except?: string;
}

/** The condition of a rule that judges figures by a ladder, and that waits for the same times with every subject. */
export function climbing(
  ladder: Ladder,
  times: { for: number; keep: number },
  { from, figure, over, except }: LadderWords,
): Condition {
  const firsts = firstRungs(ladder);
  const [[, lowest] = ["info", 0] as const, ...worse] = firsts;
  const text = [
    `${from(figure(lowest))}${forSome(times.for)}`,
    ...worse.map(([severity, at]) => `${severity} from ${figure(at)}`),
    ...(except !== undefined && worse.length > 0 ? [except] : []),
    `over ${over(figure(ladder.clearBelow))}${forSome(times.keep)}`,
  ].join("; ");
  return { text, severities: incidentSeverities.filter((severity) => firsts.has(severity)) };
}
