import type { Cell } from "../contract/assistants/parts.ts";
import type { DeploymentListItem } from "../contract/deployment/deployment.ts";
import type { DatabaseFacts } from "../contract/filter/database-facts.ts";
import type { Facts } from "../contract/filter/facts.ts";
import { type FieldName, fields } from "../contract/filter/fields.ts";
import { none } from "../contract/filter/value.ts";

/** What a field is asked of, with the texts of its source that a number would lose. */
export interface Subject {
  facts: Facts;
  /** Bytes as decimal texts. */
  memory: string | null;
  maxmemory: string | null;
  /** As its source writes it; of a deployment the lowest. */
  version: string | null;
}

type Item = Pick<DeploymentListItem, "memoryUsed" | "memoryLimit" | "facts">;

export const subjectOf = (facts: Facts, item: Item): Subject => ({
  facts,
  memory: item.memoryUsed,
  maxmemory: item.memoryLimit,
  version: item.facts?.versions?.[0] ?? null,
});

export const subjectOfDatabase = (facts: DatabaseFacts): Subject => ({
  facts,
  memory: facts.database.memoryUsed,
  maxmemory: facts.database.memoryLimit,
  version: facts.database.version,
});

const exact = new Set<FieldName>(["memory", "maxmemory", "version"]);

/** The cell of a field, in the words and units of the filter. "none": there is none. Null: that is not known. */
export function cellOf(name: FieldName, subject: Subject): Cell {
  const fact = fields[name].fact(subject.facts);
  if (fact === null) return none;
  if (fact === undefined) return null;
  if (exact.has(name)) return subject[name as "memory" | "maxmemory" | "version"];
  if (name === "lag") return String(fact);
  // "full" is no number of days.
  if (name === "runway" && Number(fact) < 0) return fields.runway.show({ from: -1, to: -1 });
  if (typeof fact === "string" || typeof fact === "number") return fact;
  // A key is asked for alone, or with its agent.
  return name === "via" ? (fact[0] ?? null) : fact.join(" ");
}
