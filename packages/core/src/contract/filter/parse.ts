import { type FieldName, fieldNames, fields, isField } from "./fields.ts";
import { everything, type Filter, filterOf } from "./filter.ts";
import { isQuery, pairsOfLine } from "./line.ts";
import type { Term, Value } from "./value.ts";

/** No input within these limits is slow. */
const longest = 1_000;
/** A line has quotes and signs, too. */
const longestLine = 4 * longest;
const mostFields = 12;
const mostValues = 20;

export interface Parsed {
  /** What made sense. */
  filter: Filter;
  /** What did not: sentences that begin with the field's name. */
  faults: string[];
}

/** The parameter whose value is a line: "util>90 tls:no". It counts as the parameters that it stands for. */
export const lineParameter = "q";

type Suggest = (word: string, words: readonly string[]) => string | undefined;

/**
 * Reads a filter from the parameters of an address. Callers that act on the result must refuse one with
 * faults: a filter that is silently dropped means "everything".
 * @param others names that belong to the caller, such as "sort" and "page"
 * @param suggest finds the name that an unknown one was meant to be, where a person reads the faults
 */
export function parseFilter(
  query: Iterable<[name: string, value: string]>,
  others: readonly string[],
  suggest: Suggest = () => undefined,
): Parsed {
  const faults: string[] = [];
  const given = new Map<FieldName, string[]>();
  let search = "";
  const parameters = [...query]
    .filter(([name]) => !others.includes(name))
    .flatMap(([name, value]): [string, string][] =>
      name !== lineParameter || value.length > longestLine ? [[name, value]] : pairsOfLine(value),
    );
  const length = parameters.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  // Before anything else, because the search for the word that was meant takes time for each unknown name.
  if (length > longest || parameters.length > longest)
    return nothing(`search: a filter has at most ${longest} characters`);
  for (const [name, value] of parameters) {
    if (name === "search") search = value;
    else if (isField(name)) given.set(name, [...(given.get(name) ?? []), ...value.split(",")]);
    else faults.push(notAField(name, suggest(name, [...fieldNames, "search", ...others])));
  }
  if (given.size > mostFields) return nothing(`search: a filter has at most ${mostFields} fields`);
  const terms = new Map<FieldName, Term>();
  for (const [name, texts] of given) {
    const { term, wrong } = readTerm(name, texts);
    faults.push(...wrong.map((fault) => `${name}: ${fault}`));
    if (term.any.length + term.none.length > 0) terms.set(name, term);
  }
  return { filter: filterOf(search, terms), faults };
}

/** Reads a filter from a text: a line, the query of an address, or a whole address of the web or of the API. */
export function parseText(text: string, others: readonly string[], suggest?: Suggest): Parsed {
  const typed = text.trim().replace(/^https?:\/\/[^\s?]*(?=\?)/i, "");
  const query = isQuery(typed) ? typed : new URLSearchParams({ [lineParameter]: text });
  return parseFilter(new URLSearchParams(query), others, suggest);
}

const nothing = (fault: string): Parsed => ({ filter: everything, faults: [fault] });

function notAField(name: string, meant: string | undefined): string {
  // Encoded, because a name may hold characters that are not seen.
  const shown = encodeURIComponent(name.toWellFormed());
  return `${shown}: is not a field${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

function readTerm(name: FieldName, texts: readonly string[]): { term: Term; wrong: string[] } {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== "");
  // Older addresses have "all" where no organization is chosen.
  const asked = name === "org" ? filled.filter((text) => text !== "all") : filled;
  const term = { any: [] as Value[], none: [] as Value[] };
  if (asked.length > mostValues) return { term, wrong: [`must have at most ${mostValues} values`] };
  const wrong: string[] = [];
  const known = new Set<string>();
  for (const text of asked) {
    const negated = text.startsWith("-");
    const value = fields[name].read(negated ? text.slice(1) : text);
    if ("fault" in value) {
      wrong.push(value.fault);
      continue;
    }
    // A value that is given twice is one.
    const canonical = `${negated ? "-" : ""}${fields[name].write(value)}`;
    if (!known.has(canonical)) term[negated ? "none" : "any"].push(value);
    known.add(canonical);
  }
  return { term, wrong };
}
