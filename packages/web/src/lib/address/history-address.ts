/**
 * The names of the query parameters of a history, apart from those of urls.ts because the first script needs
 * none of them. They are in bookmarks, so they never change. Each begins with "hist", and no other does.
 */
export const historyParameters = {
  range: "hist",
  from: "histFrom",
  to: "histTo",
  database: "histDb",
  /** Two times in Unix seconds, "1763752800-1763756400". */
  zoom: "histZoom",
  /** The charts that are shown as tables. */
  tables: "histTable",
  /** The period of the time before that is drawn beside it: "day", "week" or "month". */
  compare: "histCompare",
} as const;

/** The fragment of a copied link, so that the page opens at its charts. */
export const historyAnchor = "history";

/** A time as an address has it. */
export const addressTime = (seconds: number) =>
  new Date(seconds * 1_000).toISOString().replace(/(?::00)?\.000Z$/, "Z");

/** The query of a deployment's page with its history of a time in Unix seconds, of all databases or of one. */
export function historySearch({ from, to }: { from: number; to: number }, database?: string): string {
  const query = new URLSearchParams({
    [historyParameters.from]: addressTime(from),
    [historyParameters.to]: addressTime(to),
    ...(database !== undefined && { [historyParameters.database]: database }),
  });
  return `?${query}`;
}
