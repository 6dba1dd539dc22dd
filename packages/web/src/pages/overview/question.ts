import { compile } from "@shardwatch/core/contract/filter/compile";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { type FieldName, fields } from "@shardwatch/core/contract/filter/fields";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { isWord } from "@shardwatch/core/contract/filter/value";
import { withOrganization } from "../../filter/address.ts";
import { paths } from "../../lib/address/paths.ts";

/** The text of a filter of the list, such as "severity=critical,warning". It is what a figure links to. */
export type Question = string;

/**
 * The filter of a question.
 * @throws Error when the filter has a fault, because a part that is left out would match more deployments
 */
export function filterOf(question: Question): Filter {
  const { filter, faults } = parseFilter(new URLSearchParams(question), []);
  if (faults.length > 0) throw new Error(`${question} is no filter: ${faults.join(", ")}`);
  return filter;
}

/** Whether the list shows a deployment for the question. */
export function asks(question: Question): (facts: Facts) => boolean {
  const test = compile(filterOf(question));
  return (facts) => test(facts) === true;
}

/** The question about one more word; undefined for a text that the filter cannot ask for. */
export function withWord(question: Question, field: FieldName, text: string): Question | undefined {
  const value = fields[field].read(text);
  if ("fault" in value || text.includes(",") || text.startsWith("-")) return undefined;
  if (isWord(value) && value.word.toLowerCase() !== text.toLowerCase()) return undefined;
  return formatFilter(withTerm(filterOf(question), field, { any: [value], none: [] }));
}

/**
 * The address of the list that shows the deployments of a question.
 * @param organization the one whose deployments are counted; undefined for all, or for the one that the question names
 */
export function listOf(question: Question, organization: string | undefined): string {
  const filter = filterOf(question);
  const text = formatFilter(organization === undefined ? filter : withOrganization(filter, organization));
  return paths.deployments(text && `?${text}`);
}
