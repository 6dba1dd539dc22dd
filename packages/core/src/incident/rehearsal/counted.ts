import type { FieldName } from "../../contract/filter/fields.ts";
import { fields } from "../../contract/filter/fields.ts";
import { unknownTo } from "../../contract/filter/seen.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import { isMeasured, type WatchedDeployment } from "../judging/watched.ts";
import { matching, textsOf } from "../rules/own.ts";

/** What a rule says of a deployment, without the words of a judgement. */
export type Counted = "out" | "well" | "matching" | "urgent" | "unknown";

/** The parts of a rule that decide on what it finds. */
export type Condition = Pick<RuleDefinition, "scope" | "when" | "worse" | "clear">;

/** The same answers as the judgement of the rule, which makes texts and so takes ten times as long. */
export function counterOf({ scope, when, worse }: Condition): (deployment: WatchedDeployment) => Counted {
  const [inScope, first] = [matching(scope).test, matching(when).test];
  const second = worse === null ? undefined : matching(worse).test;
  return (deployment) => {
    const isAsked = inScope(deployment);
    if (isAsked === false) return "out";
    const isUrgent = second?.(deployment) === true;
    const holds = isUrgent || first(deployment);
    if (isAsked === undefined || holds === undefined) return "unknown";
    if (!holds) return "well";
    return isUrgent ? "urgent" : "matching";
  };
}

/** The fields that the filters of a rule ask for, in the order of the filter. */
export function fieldsOf(condition: Condition): FieldName[] {
  const asked = new Set(textsOf(condition).flatMap((text) => [...matching(text).filter.terms.keys()]));
  return (Object.keys(fields) as FieldName[]).filter((name) => asked.has(name));
}

/** The fields of which too little is known of a deployment, so that the rule has no answer. */
export function unknownFieldsOf({ scope, when }: Condition): (deployment: WatchedDeployment) => FieldName[] {
  const filters = [scope, when].map((text) => matching(text).filter);
  return (deployment) => {
    const silent = isMeasured(deployment)
      ? []
      : filters.flatMap(({ terms }) => [...terms.keys()].filter((name) => fields[name].isMeasured));
    return [...new Set([...silent, ...filters.flatMap((filter) => unknownTo(filter, deployment.facts))])];
  };
}
