import type { databaseFacts } from "../catalogue/databases.ts";
import type { NamesOf } from "../catalogue/fact.ts";

/** What the databases of an organization can be sorted by. */
export const databaseSorts = [
  "name",
  "deployment",
  "status",
  "version",
  "memory",
  "limit",
  "utilization",
  "policy",
  "tls",
  "region",
  "ops",
  "clients",
  "hits",
  "lag",
  "frag",
  "runway",
  "persistence",
] as const satisfies readonly (NamesOf<typeof databaseFacts, "column"> | "deployment")[];
export type DatabaseSort = (typeof databaseSorts)[number];

/** The fields of the filter that ask for a column with another name. */
const byField = { maxmemory: "limit", util: "utilization" } as const satisfies Record<string, DatabaseSort>;

/** The sort that each word means: its own name, or the filter's field, which heads the column of a table. */
export const databaseSortsByWord: ReadonlyMap<string, DatabaseSort> = new Map([
  ...databaseSorts.map((sort) => [sort, sort] as const),
  ...Object.entries(byField),
]);
