import { compile, joinedBy, joinedOf } from "@shardwatch/core/contract/filter/compile";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import type { Joined } from "@shardwatch/core/contract/filter/field";
import { type FieldName, fields } from "@shardwatch/core/contract/filter/fields";
import { type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { none, unknown, type Term, type Value } from "@shardwatch/core/contract/filter/value";
import { deploymentSources } from "@shardwatch/core/contract/source/source";

/** One value that a list of choices offers. */
export interface Choice {
  /** The canonical text of the value. */
  text: string;
  value: Value;
  label: string;
  /**
   * How many rows there would be with this value alone and the other fields as they are. So choices can be compared, and
   * two of one field may have fewer rows together than their sum. Undefined where only the API has all rows.
   */
  count: number | undefined;
}

/** What is known of the rows: the facts of all of them, or some values that they have. */
export type Known =
  | { rows: readonly Facts[]; joined?: readonly Joined[] }
  | { values: Readonly<Partial<Record<FieldName, readonly string[]>>> };

/** Whether a filter asks for a value, or excludes it. */
export type ChoiceState = "wanted" | "unwanted" | undefined;

const yesOrNo = ["yes", "no"];
const shardUse = ["100..", "90..", "80..90", "..80"];

/** The offered values of fields whose values do not depend on the rows. */
const offered: Partial<Record<FieldName, readonly string[]>> = {
  type: ["CLOUD", "ENTERPRISE", "STANDALONE", "CLUSTER"],
  source: deploymentSources,
  severity: ["critical", "warning", "ok"],
  incident: ["open", "acknowledged", "silenced"],
  fresh: ["live", "late", "silent"],
  engine: ["redis", "valkey"],
  version: ["..7.2"],
  eos: ["ended", "..180", "181.."],
  cve: ["critical", "high", "medium", "patched"],
  util: ["95..", "90..", "80..90", "..80"],
  memory: ["100GiB..", "10GiB..100GiB", "1GiB..10GiB", "..1GiB"],
  maxmemory: ["100GiB..", "10GiB..100GiB", "1GiB..10GiB", "..1GiB"],
  runway: ["full", "..14", "15..30", "31..90"],
  databases: ["0", "1", "2..10", "11..100", "101.."],
  ops: ["10000..", "1000..10000", "100..1000", "..100"],
  clients: ["1000..", "100..1000", "..100", "..1"],
  hits: ["95..", "80..95", "..80"],
  lag: ["100MiB..", "1MiB..100MiB", "..1MiB"],
  frag: ["1.5..", "1..1.5", "..1"],
  ram: shardUse,
  flash: shardUse,
  shards: shardUse,
  license: ["expired", "..30", "..90", "91.."],
  tls: ["yes", "mixed", "no"],
  persistence: ["aof", "snapshot", "off"],
  evicting: yesOrNo,
  gaps: yesOrNo,
  unsaved: yesOrNo,
};

/** More choices than this are no help. The most frequent ones are shown. */
const mostChoices = 50;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The version without its patch, as people ask for it: "7.2". */
const minorOf = (version: number) =>
  `${Math.floor(version / 1_000_000)}.${Math.floor(version / 1_000) % 1_000}`;

/** The values that the rows have, the most frequent first, versions the newest first. */
function found(name: FieldName, rows: Iterable<Facts>): string[] {
  const rowsOf = new Map<string, number>();
  for (const facts of rows)
    for (const text of textsOf(name, fields[name].fact(facts))) rowsOf.set(text, (rowsOf.get(text) ?? 0) + 1);
  const texts = [...rowsOf.keys()];
  return name === "version"
    ? texts.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))
    : texts.toSorted((a, b) => (rowsOf.get(b) ?? 0) - (rowsOf.get(a) ?? 0));
}

function textsOf(name: FieldName, fact: ReturnType<(typeof fields)[FieldName]["fact"]>): readonly string[] {
  if (fact === undefined || fact === null) return [];
  if (typeof fact === "number") return [minorOf(fact)];
  if (typeof fact === "string") return [fact];
  // One agent of a key is a choice for the text of a filter. The list offers the keys.
  return name === "via" ? fact.filter((text) => !text.includes("/")) : fact;
}

const depends = (name: FieldName) => !(name in offered) || name === "version";

/** The offered values of a field, as texts. */
function offeredBy(name: FieldName, known: Known): readonly string[] {
  const fixed = offered[name] ?? [];
  if ("values" in known) return known.values[name] ?? fixed;
  return depends(name) ? [...found(name, known.rows), ...fixed] : fixed;
}

/** The choices of a field. A choice that no row has is offered only when it is fixed or set. */
export function choicesOf(name: FieldName, filter: Filter, known: Known): Choice[] {
  const { read, write, show } = fields[name];
  const term: Term = filter.terms.get(name) ?? { any: [], none: [] };
  const [wanted, unwanted] = [new Set(term.any.map(write)), new Set(term.none.map(write))];
  const fixed = offeredBy(name, known);
  const spelling = new Map(fixed.map((text) => [text.toLowerCase(), text]));
  const values = new Map<string, Value>();
  for (const text of [...fixed, none, unknown, ...wanted, ...unwanted]) {
    const value = read(text);
    if (!("fault" in value)) values.set(write(value), value);
  }
  // Without what is joined, no row passes a filter that asks about it.
  const needed = [...joinedOf([name]), ...joinedBy(withTerm(filter, name, undefined))];
  const isCounted = "rows" in known && needed.every((one) => known.joined?.includes(one));
  const counts = isCounted
    ? countsOf(name, [...values.values()], passingOthers(name, filter, known.rows))
    : [];
  const labelOf = (text: string, value: Value) => {
    // Customers' own names are shown as they are.
    const asWritten = !(name in offered) && name !== "status" && text !== none && text !== unknown;
    return asWritten ? (spelling.get(text) ?? text) : capital(show(value));
  };
  const choices = [...values].flatMap(([text, value], index): Choice[] => {
    const count = counts[index];
    const isSet = wanted.has(text) || unwanted.has(text);
    // Without counts, "none" is offered where it has words of its own: "no limit set".
    const isWorth = count === undefined ? text === none && show(value) !== none : count > 0;
    if ((text === none || text === unknown) && !isWorth && !isSet) return [];
    return [{ text, value, label: labelOf(text, value), count }];
  });
  if (!depends(name)) return choices;
  const isSet = ({ text }: Choice) => wanted.has(text) || unwanted.has(text);
  return inOrder(name, choices).filter((choice, place) => place < mostChoices || isSet(choice));
}

const isOwn = ({ text }: Choice) => text !== none && text !== unknown;

/** Values that rows have: the most frequent among the filtered rows first. Versions are in their own order. */
function inOrder(name: FieldName, choices: Choice[]): Choice[] {
  if (name === "version") return choices;
  const own = choices.filter(isOwn).toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
  return [...own, ...choices.filter((choice) => !isOwn(choice))];
}

/** The rows that pass the other fields. */
function passingOthers(name: FieldName, filter: Filter, rows: readonly Facts[]): readonly Facts[] {
  const passes = compile(withTerm(filter, name, undefined));
  return rows.filter((facts) => passes(facts) === true);
}

/** How many rows match each value. */
function countsOf(name: FieldName, values: readonly Value[], rows: readonly Facts[]): number[] {
  const tests = values.map((value) => fields[name].matches([value]));
  const counts = values.map(() => 0);
  for (const facts of rows)
    for (const [index, test] of tests.entries())
      if (test(facts) === true) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

/** What a filter says about a choice. */
export function stateOf({ terms }: Filter, name: FieldName, { text }: Choice): ChoiceState {
  const { write } = fields[name];
  const term = terms.get(name);
  const isIn = (values: readonly Value[] = []) => values.some((value) => write(value) === text);
  return isIn(term?.any) ? "wanted" : isIn(term?.none) ? "unwanted" : undefined;
}

/** The filter with a value wanted or unwanted, or with neither when it already is. */
export function toggle(
  filter: Filter,
  name: FieldName,
  choice: Choice,
  state: "wanted" | "unwanted",
): Filter {
  const { write } = fields[name];
  const term = filter.terms.get(name);
  const without = (values: readonly Value[] = []) => values.filter((value) => write(value) !== choice.text);
  const changed = { any: without(term?.any), none: without(term?.none) };
  if (stateOf(filter, name, choice) !== state)
    changed[state === "wanted" ? "any" : "none"].push(choice.value);
  return withTerm(filter, name, changed);
}
