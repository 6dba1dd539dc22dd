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
  "persistence",
] as const satisfies readonly (NamesOf<typeof databaseFacts, "column"> | "deployment")[];
export type DatabaseSort = (typeof databaseSorts)[number];
