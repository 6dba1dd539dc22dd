import type { Facts } from "./facts.ts";
import { fields } from "./fields.ts";
import type { Filter } from "./filter.ts";
import { and, not, or, type Term, type Truth } from "./value.ts";

type Test = (facts: Facts) => Truth;

function testOf(matches: (value: Term["any"][number]) => Test, { any, none }: Term): Test {
  const [wanted, unwanted] = [any.map(matches), none.map(matches)];
  return (facts) =>
    and([
      wanted.length === 0 || or(wanted.map((test) => test(facts))),
      ...unwanted.map((test) => not(test(facts))),
    ]);
}

/**
 * The test of a filter. Undefined for a deployment about which too little is known. A list shows what is
 * true; a rule does nothing where it is unknown.
 */
export function compile({ search, terms }: Filter): Test {
  const tests = [...terms].map(([name, term]) => testOf(fields[name].matches, term));
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
