import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { runwayDays } from "@shardwatch/core/contract/filter/runway";
import type { Say } from "@shardwatch/core/contract/outlook/says";
import { rangeText } from "@shardwatch/core/contract/outlook/sentences";
import { counted } from "./count.ts";
import { databaseName } from "./database-name.ts";

type Outlook = NonNullable<(DeploymentListItem | DatabaseRow)["outlook"]>;

const atLimit = "At its limit";

/** Why there is no date. */
const reasons: Readonly<Record<Exclude<Say, "date" | "full">, string>> = {
  unclear: "Grows, no date is clear yet",
  far: "Grows, and isn't full within the days that can be said",
  none: "Shows no growth",
  early: "Known for too few days",
  noLimit: "No limit set",
  unknown: "Its limit isn't known",
  tiered: "Also keeps values on flash, so there is no date",
};

/** What a list shows of when memory is full. */
interface RunwayText {
  /** "12 days", "At its limit"; undefined without a date. */
  text: string | undefined;
  /** The days, or why there are none. */
  title: string;
}

/** @param now Unix epoch in milliseconds */
export function runwayText(outlook: Outlook | undefined, now: number): RunwayText {
  if (!outlook) return { text: undefined, title: "Unknown" };
  const { say, earliest, latest } = outlook;
  if (say === "full") return { text: atLimit, title: fullText(outlook) };
  const days = runwayDays(outlook, now);
  if (say !== "date" || days == null)
    return { text: undefined, title: say === "date" ? "Unknown" : reasons[say] };
  const range = rangeText(earliest ?? "", latest ?? earliest ?? "", new Date(now).toISOString());
  const whose = "database" in outlook && outlook.database ? ` (${databaseName(outlook.database)})` : "";
  const others = "full" in outlook && outlook.full > 0 ? `. ${fullText(outlook)}` : "";
  return {
    text: fields.runway.show({ from: days, to: days }),
    title: `May be full ${range}${whose}${others}`,
  };
}

/** "2 databases at their limit" */
function fullText(outlook: Outlook): string {
  if (!("full" in outlook)) return atLimit;
  return `${counted(outlook.full, "database")} at ${outlook.full === 1 ? "its" : "their"} limit`;
}
