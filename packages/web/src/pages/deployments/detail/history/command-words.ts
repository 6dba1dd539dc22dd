import { type HistoryView, ranges } from "./view.ts";

const hour = 3_600;

/** What the command line needs to show the same history: up to now, because it has no other ranges. */
export function commandWords(deployment: string, { range, database }: HistoryView): string[] {
  const seconds =
    typeof range === "object" ? Math.max(hour, Date.now() / 1_000 - range.from) : ranges[range].seconds;
  const since = Math.ceil(seconds / hour);
  return [
    deployment,
    "--since",
    since % 24 === 0 ? `${since / 24}d` : `${since}h`,
    ...(database === "total" ? [] : ["--database", database]),
  ];
}
