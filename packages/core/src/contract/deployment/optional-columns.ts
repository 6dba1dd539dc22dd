import type { databaseFacts } from "../catalogue/databases.ts";
import type { NamesOf } from "../catalogue/fact.ts";

/** Columns of the list that the sources of an organization may know nothing about. */
export const optionalColumns = [
  "version",
  "policy",
  "tls",
  "region",
  "nodeType",
  "persistence",
] as const satisfies readonly NamesOf<typeof databaseFacts, "column">[];
export type OptionalColumn = (typeof optionalColumns)[number];
