import { asksFigures } from "@shardwatch/core/contract/filter/compile";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { parseText } from "@shardwatch/core/contract/filter/parse";
import { isWord } from "@shardwatch/core/contract/filter/value";
import type { RuleEvenings, RulePreview } from "@shardwatch/core/contract/incident/rehearsal";
import { lowered } from "@shardwatch/core/contract/incident/rule-sentence";
import { sourceTraits } from "@shardwatch/core/contract/source/source";
import { counted, formatCount } from "../../../../lib/words/count.ts";

/** What a condition says that its writer may not mean; undefined for a condition like others. */
export function doubtOf(condition: string): string | undefined {
  const { search, terms } = parseText(condition, []).filter;
  if (search !== "")
    return `“${search}” is only searched in names. Type a field and a value, such as util>85.`;
  const clients = terms.get("clients")?.any ?? [];
  if (clients.length > 0 && clients.every((value) => !isWord(value) && value.to === 0))
    return "The connection that reads a server is one of its clients, so there is at least 1. Type clients<=1.";
  return undefined;
}

/** How fast a condition can be noticed; undefined for one that is read with each report. */
export const rhythmOf = (condition: string): string | undefined =>
  asksFigures(parseText(condition, []).filter)
    ? "0 is at once. It asks for figures of whole 5 minutes, so it can be noticed 10 minutes later."
    : undefined;

/** "In scope 120 · matches now 3 · unknown 12" */
export const countsText = ({ inScope, matching, urgent, unknown }: RulePreview): string =>
  [
    `In scope ${formatCount(inScope)}`,
    `matches now ${formatCount(matching)}${urgent > 0 ? ` (${formatCount(urgent)} in the second step)` : ""}`,
    `unknown ${formatCount(unknown)}`,
  ].join(" · ");

/** Why too little is known of some deployments. */
export function reasonText({
  field: name,
  label,
  source,
  count,
  reason,
}: RulePreview["reasons"][number]): string {
  const [kind, field] = [sourceTraits[source].label, lowered(label)];
  switch (reason) {
    case "never":
      return `${kind} doesn't report ${field} (${counted(count, "deployment")}).`;
    case "silent":
      return `${counted(count, "deployment")} of ${kind} ${count === 1 ? "is" : "are"} silent: ${field} isn't known.`;
    case "now":
      if (fields[name].joined === "outlook")
        return `${counted(count, "deployment")} of ${kind} ${count === 1 ? "has" : "have"} no known ${field}.`;
      return `The newest report of ${counted(count, "deployment")} of ${kind} lacks ${field}.`;
  }
}

/** What a person should know before they save the rule; undefined for a rule like others. */
export function warningText({ inScope, matching, unknown, reasons }: RulePreview): string | undefined {
  if (inScope === 0) return "No deployment is in its scope now.";
  if (matching === inScope)
    return inScope === 1
      ? "It matches the only deployment in its scope."
      : "It matches every deployment in its scope: each would open an incident.";
  if (unknown < inScope) return undefined;
  return reasons.length > 0 && reasons.every(({ reason }) => reason === "never")
    ? "It can never know enough of a deployment in its scope, so it would never open an incident."
    : "Too little is known now of every deployment in its scope.";
}

/** "Matched on 12 of 30 evenings, up to 37 deployments." */
export function eveningsText({ evenings }: RuleEvenings): string {
  const stored = evenings.filter(({ inScope }) => inScope !== null);
  const known = stored.filter(({ inScope, unknown }) => inScope === 0 || unknown !== inScope);
  const matched = known.filter(({ matching }) => matching > 0);
  const missing = evenings.length - known.length;
  const reason = stored.length === known.length ? "Nothing is stored" : "Too little is known";
  const most = Math.max(0, ...matched.map(({ matching }) => matching));
  const said =
    known.length === 0
      ? `${stored.length === 0 ? "Nothing is stored" : reason} of the last evenings.`
      : matched.length === 0
        ? `Matched on none of ${counted(known.length, "evening")}.`
        : `Matched on ${matched.length} of ${counted(known.length, "evening")}, up to ${counted(most, "deployment")}.`;
  if (known.length === 0 || missing === 0) return said;
  return `${said} ${reason} of ${missing === 1 ? "1 more" : `${missing} more`}.`;
}
