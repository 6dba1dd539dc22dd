import type { Facts, VersionFacts } from "./facts.ts";
import { type FieldName, fields } from "./fields.ts";
import type { Filter } from "./filter.ts";
import { and, isWord, not, type Term, type Truth } from "./value.ts";

type Test = (facts: Facts) => Truth;

function testOf(name: FieldName, { any, none }: Term): Test {
  const { matches } = fields[name];
  const [isWanted, isUnwanted] = [any.length > 0 && matches(any), none.length > 0 && matches(none)];
  if (!isUnwanted) return isWanted || (() => true);
  if (!isWanted) return (facts) => not(isUnwanted(facts));
  return (facts) => and(isWanted(facts), not(isUnwanted(facts)));
}

/** The facts of an engine's databases, where a filter asks for one engine: its versions are theirs. */
function viewOf(engine: Term | undefined): (facts: Facts) => Facts {
  const [asked, ...others] = engine?.any ?? [];
  if (asked === undefined || others.length > 0 || !isWord(asked)) return (facts) => facts;
  const { word } = asked;
  return (facts) => {
    const own = (facts.byEngine as Readonly<Record<string, VersionFacts>> | undefined)?.[word];
    return own ? { ...facts, ...own } : facts;
  };
}

/**
 * The test of a filter. Undefined for a deployment about which too little is known. A list shows what is
 * true; a rule does nothing where it is unknown.
 */
export function compile({ search, terms }: Filter): Test {
  const tests = [...terms].map(([name, term]) => testOf(name, term));
  const view = viewOf(terms.get("engine"));
  const needle = search.toLowerCase();
  return (facts) => {
    if (needle !== "" && !facts.name.includes(needle) && facts.id !== search.trim()) return false;
    let truth: Truth = true;
    const viewed = view(facts);
    for (const test of tests) {
      const one = test(viewed);
      if (one === false) return false;
      if (one === undefined) truth = undefined;
    }
    return truth;
  };
}
