import { type FieldName, fields } from "../../contract/filter/fields.ts";
import { filterOf } from "../../contract/filter/filter.ts";
import { formatFilter } from "../../contract/filter/format.ts";
import { percent, type Unit } from "../../contract/filter/units.ts";
import { isWord, type Range } from "../../contract/filter/value.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import type { RuleRehearsal } from "../../contract/incident/rehearsal.ts";
import { neighbourSteps } from "../../contract/incident/rehearsal-words.ts";
import { matching } from "../rules/own.ts";

/** A rule with another number. */
export interface Neighbour extends Pick<RuleRehearsal["neighbours"][number], "by" | "unit" | "when"> {
  definition: RuleDefinition;
}

/** The rule with the number of its condition moved. None where the condition has no single range with one end. */
export function neighboursOf(definition: RuleDefinition): Neighbour[] {
  const { filter } = matching(definition.when);
  const ranges = [...filter.terms].flatMap(([name, { any, none }]) =>
    [...any, ...none].flatMap((value) =>
      isWord(value) ? [] : [{ name, value, isWanted: any.includes(value) }],
    ),
  );
  const [only, ...others] = ranges;
  if (!only || others.length > 0 || !only.isWanted) return [];
  const { unit: written } = fields[only.name] as { unit?: Unit };
  const { from, to } = only.value;
  if (!written || (from === undefined) === (to === undefined)) return [];
  const unit = written === percent ? "points" : "percent";
  const number = from ?? to ?? 0;
  return neighbourSteps.flatMap((by) => {
    const moved = unit === "points" ? number + by : number * (1 + by / 100);
    const value = rounded(moved, only.name, number);
    if (value < 0 || (by !== 0 && value === number)) return [];
    const range: Range = from === undefined ? { to: value } : { from: value };
    const term = filter.terms.get(only.name);
    const any = (term?.any ?? []).map((each) => (each === only.value ? range : each));
    const terms = new Map(filter.terms).set(only.name, { any, none: term?.none ?? [] });
    const when = formatFilter(filterOf(filter.search, terms));
    return [{ by, unit, when, definition: { ...definition, when } }];
  });
}

/** With as many digits as the field writes: a number that the field can read again. */
function rounded(moved: number, name: FieldName, before: number): number {
  const digits = Number.isInteger(before) && name !== "frag" ? 0 : 6;
  return Number(moved.toFixed(digits));
}
