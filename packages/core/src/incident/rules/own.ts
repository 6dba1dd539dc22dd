import { asksFigures, compile } from "../../contract/filter/compile.ts";
import type { Facts } from "../../contract/filter/facts.ts";
import { fields } from "../../contract/filter/fields.ts";
import type { Filter } from "../../contract/filter/filter.ts";
import { parseFilter } from "../../contract/filter/parse.ts";
import { seenBy } from "../../contract/filter/seen.ts";
import { not, type Truth } from "../../contract/filter/value.ts";
import { widened } from "../../contract/filter/widen.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import { ruleSentence } from "../../contract/incident/rule-sentence.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import { traitsOf } from "../../contract/source/source.ts";
import { minute, second as aSecond } from "../../kit/time.ts";
import { isMeasured, type WatchedDeployment } from "../judging/watched.ts";
import { anyOwnRule, notKnown } from "./any-own-rule.ts";
import { type DeploymentRule, failing, type Judgement, unclear, well } from "./rule.ts";

type Test = (deployment: WatchedDeployment) => Truth;

/** A rule that an organization wrote. Its texts are canonical filters. */
export function ownRuleOf(definition: RuleDefinition): DeploymentRule {
  const { scope, when, worse, clear, severity, worseSeverity, unknown, group, keep } = definition;
  const inScope = matching(scope).test;
  const [first, second] = [matching(when), worse === null ? undefined : matching(worse)];
  const isOver = clear === null ? overTest(when) : matching(clear).test;
  const isOfFigures = asksFigures(first.filter);
  const judge = (deployment: WatchedDeployment): Judgement => {
    const isAsked = inScope(deployment);
    if (isAsked === false) return well;
    const isWorse = second?.test(deployment) === true;
    const holds = isWorse || first.test(deployment);
    const over = holds === true ? false : isOver(deployment);
    if (isAsked === undefined || (holds === undefined && over === undefined))
      return ofUnknown[unknown](severity);
    if (holds !== true) return { ...well, when: holds, clear: over };
    const saw = seenBy((isWorse ? second : first).filter, deployment.facts);
    return isWorse ? failing(worseSeverity, saw, { step: 2 }) : failing(severity, saw);
  };
  return {
    ...anyOwnRule,
    condition: {
      text: ruleSentence(definition),
      severities: worse === null ? [severity] : [worseSeverity, severity],
    },
    cause: group === "rule" ? "rule" : "own",
    timing: ({ kind }) => ({
      for: definition.for === 0 ? 0 : Math.max(definition.for * minute, rhythmOf(kind, isOfFigures)),
      keep: keep * minute,
    }),
    judge,
  };
}

/** All filters of a rule. */
export const textsOf = ({
  scope,
  when,
  worse,
  clear,
}: Pick<RuleDefinition, "scope" | "when" | "worse" | "clear">): string[] =>
  [scope, when, worse, clear].filter((filter) => filter !== null);

const ofUnknown = {
  keep: () => unclear,
  clear: () => well,
  fire: (severity) => failing(severity, notKnown),
} as const satisfies Record<RuleDefinition["unknown"], (severity: RuleDefinition["severity"]) => Judgement>;

/** A reading decides alone only where the rule waits for nothing. Otherwise a second one has to say the same. */
function rhythmOf(kind: WatchedDeployment["kind"], isOfFigures: boolean): number {
  const reading = traitsOf(kind).interval * minute;
  return isOfFigures ? Math.max(reading, slotSeconds * aSecond) : reading;
}

interface Matching {
  filter: Filter;
  test: Test;
}

/** A stored filter with a field that this release does not know must not mean everything. */
export function matching(text: string): Matching {
  const { filter, faults } = parseFilter(new URLSearchParams(text), []);
  return { filter, test: faults.length > 0 ? () => undefined : known(filter, compile(filter)) };
}

/** Over is what no longer matches the filter with wider ranges. */
function overTest(text: string): Test {
  const { filter, faults } = parseFilter(new URLSearchParams(text), []);
  if (faults.length > 0) return () => undefined;
  const wide = widened(filter);
  const test = compile(wide);
  return known(wide, (facts) => not(test(facts)));
}

/** Figures of a deployment that is silent are those of another time. */
function known({ terms }: Filter, test: (facts: Facts) => Truth): Test {
  const asksMeasured = [...terms.keys()].some((name) => fields[name].isMeasured);
  return (deployment) => (asksMeasured && !isMeasured(deployment) ? undefined : test(deployment.facts));
}
