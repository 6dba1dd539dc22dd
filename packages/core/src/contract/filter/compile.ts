import type { Facts } from "./facts.ts";
import { type FieldName, fields } from "./fields.ts";
import type { Filter } from "./filter.ts";
import { and, not, type Term, type Truth } from "./value.ts";

type Test = (facts: Facts) => Truth;

function testOf(name: FieldName, { any, none }: Term): Test {
  const { matches } = fields[name];
  const [isWanted, isUnwanted] = [any.length > 0 && matches(any), none.length > 0 && matches(none)];
  if (!isUnwanted) return isWanted || (() => true);
  if (!isWanted) return (facts) => not(isUnwanted(facts));
  return (facts) => and(isWanted(facts), not(isUnwanted(facts)));
}

/**
 * The test of a filter. Undefined for a deployment about which too little is known. A list shows what is
 * true; a rule does nothing where it is unknown.
 */
export function compile({ search, terms }: Filter): Test {
  const tests = [...terms].map(([name, term]) => testOf(name, term));
  const needle = search.toLowerCase();
  return (facts) => {
    if (needle !== "" && !facts.name.includes(needle) && facts.id !== search.trim()) return false;
    let truth: Truth = true;
    for (const test of tests) {
      const one = test(facts);
      if (one === false) return false;
      if (one === undefined) truth = undefined;
    }
    return truth;
  };
}
