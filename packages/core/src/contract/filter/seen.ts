import { compile } from "./compile.ts";
import type { Facts } from "./facts.ts";
import { type FieldName, fields } from "./fields.ts";
import type { Filter } from "./filter.ts";
import { none } from "./value.ts";

/* What a filter finds in one deployment: what it saw, and what it could not. */

/** How many values of a deployment are named. */
const mostValues = 4;

/** What a deployment has of the fields that a filter asks for: "Memory utilization 92%, Eviction policy noeviction". */
export function seenBy({ terms }: Filter, facts: Facts): string {
  const seen = [...terms.keys()]
    .slice(0, mostValues)
    .map((name) => `${fields[name].label} ${shownFact(name, facts)}`);
  return seen.join(", ");
}

function shownFact(name: FieldName, facts: Facts): string {
  const { fact, show } = fields[name];
  const value = fact(facts);
  if (value === undefined) return "unknown";
  if (value === null) return show({ word: none });
  if (typeof value === "number") return show({ from: value, to: value });
  return typeof value === "string"
    ? show({ word: value })
    : value.map((word) => show({ word })).join(" and ");
}

/** The fields of a filter whose facts are not known of a deployment, where that leaves the answer open. */
export function unknownTo(filter: Filter, facts: Facts): FieldName[] {
  if (compile(filter)(facts) !== undefined) return [];
  return [...filter.terms.keys()].filter((name) => fields[name].fact(facts) === undefined);
}
