import type { LicensedShards, LicenseOutlook, SoonerKind } from "@shardwatch/core/contract/outlook/licenses";
import { hasEnded } from "@shardwatch/core/contract/filter/license-days";
import { endText } from "@shardwatch/core/contract/outlook/license-words";
import { dateText, monthNames } from "@shardwatch/core/kit/time";
import { counted, formatCount } from "../../../lib/words/count.ts";

const kinds: Readonly<Record<Exclude<SoonerKind, "end">, string>> = {
  ram: "RAM shards",
  flash: "Flash shards",
  total: "Shards",
};

/** What comes first, with when. Undefined where neither a day nor a pace is known. */
export function soonerText({ sooner, ram, flash, total }: LicenseOutlook): string | undefined {
  if (sooner === null) return undefined;
  const { kind, days } = sooner;
  if (kind === "end") return `License ${hasEnded(days) ? "ended" : "ends"} ${endText(days)}`;
  const shards = { ram, flash, total }[kind];
  if (shards?.say === "over") return `${kinds[kind]}: over now`;
  if (shards?.say === "full") return `${kinds[kind]}: all in use`;
  return `${kinds[kind]} in ${counted(days, "day")} at the earliest`;
}

/** "90 of 100", or "90" without a limit. */
export const usedText = ({ inUse, limit }: Pick<LicensedShards, "inUse" | "limit">): string =>
  limit === null ? formatCount(inUse) : `${formatCount(inUse)} of ${formatCount(limit)}`;

/** "Dec 31, 2026" */
export const dayText = (ends: string): string => dateText(Date.parse(ends));

/** "Dec" and "2026" of "2026-12". */
export function monthWords(month: string): { name: string; year: string } {
  const [year = "", number = ""] = month.split("-");
  return { name: monthNames[Number(number) - 1] ?? number, year };
}
