import type { Facts } from "./facts.ts";
import type { Joined } from "./field.ts";
import { type FieldName, fields } from "./fields.ts";
import type { Filter } from "./filter.ts";
import { and, isWord, not, type Term, type Truth, type Value } from "./value.ts";

/** What fields ask about that has to be joined to a list. */
export const joinedOf = (names: Iterable<FieldName>): Set<Joined> =>
  new Set([...names].flatMap((name) => fields[name].joined ?? []));

/** What a filter asks about that has to be joined to a list. */
export const joinedBy = ({ terms }: Filter): Set<Joined> => joinedOf(terms.keys());

/** Whether a filter asks about the newest five-minute figures. */
export const asksFigures = (filter: Filter): boolean => joinedBy(filter).has("figures");

type Test = (facts: Facts) => Truth;

function testOf(name: FieldName, { any, none }: Term): Test {
  const { matches } = fields[name];
  const [isWanted, isUnwanted] = [any.length > 0 && matches(any), none.length > 0 && matches(none)];
  if (!isUnwanted) return isWanted || (() => true);
  if (!isWanted) return (facts) => not(isUnwanted(facts));
  return (facts) => and(isWanted(facts), not(isUnwanted(facts)));
}

/** The engine that a filter asks for, if it is one: the versions are then those of its databases. */
function engineIn(engines: readonly Value[] = []): string {
  const [engine] = engines;
  return engines.length === 1 && engine && isWord(engine) ? engine.word : "";
}

/**
 * The test of a filter. Undefined for a deployment about which too little is known. A list shows what is
 * true; a rule does nothing where it is unknown.
 */
export function compile({ search, terms }: Filter): Test {
  const tests = [...terms].map(([name, term]) => testOf(name, term));
  const engine = engineIn(terms.get("engine")?.any);
  const needle = search.toLowerCase();
  return (facts) => {
    if (needle !== "" && !facts.name.includes(needle) && facts.id !== search.trim()) return false;
    let truth: Truth = true;
    const own = facts.byEngine?.[engine];
    const viewed = own ? { ...facts, ...own } : facts;
    for (const test of tests) {
      const one = test(viewed);
      if (one === false) return false;
      if (one === undefined) truth = undefined;
    }
    return truth;
  };
}

/** Whether a filter can only be answered with the open incidents, and with what people said is patched. */
export const asksIncidents = ({ terms }: Filter): boolean =>
  (["incident", "severity", "cve"] as const).some((name) => terms.has(name));
