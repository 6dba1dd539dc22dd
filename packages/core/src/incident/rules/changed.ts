import type { BuiltInChanges } from "../../contract/incident/own-rule.ts";
import { incidentSeverities } from "../../contract/incident/words.ts";
import { minute } from "../../kit/time.ts";
import { lasting } from "./condition.ts";
import type { Judgement, Rule } from "./rule.ts";

/** A built-in rule with what an organization changed about it. How it judges stays. */
export function changed<S>(rule: Rule<S>, changes: BuiltInChanges): Rule<S> {
  const { thresholds, for: waiting, severity } = changes;
  const moved =
    thresholds && rule.tuning
      ? rule.tuning.with(
          new Map(
            incidentSeverities.flatMap((each) => {
              const from = thresholds[each];
              return from === undefined ? [] : [[each, from] as const];
            }),
          ),
        )
      : rule;
  const { condition } = moved;
  const { waits } = rule;
  const time = waits && waiting !== undefined ? waiting * minute : undefined;
  const text = [
    condition.text,
    ...(time === undefined ? [] : [`here for ${lasting(time)}`]),
    ...(severity === undefined ? [] : [`here ${severity}`]),
  ].join("; ");
  return {
    ...moved,
    condition: { text, severities: severity === undefined ? condition.severities : [severity] },
    timing: (subject) => {
      const usual = moved.timing(subject);
      return time === undefined ? usual : { ...usual, for: Math.max(time, waits?.least?.(subject) ?? 0) };
    },
    judge:
      severity === undefined
        ? moved.judge
        : (subject, now) => withSeverity(moved.judge(subject, now), severity),
  };
}

const withSeverity = (judged: Judgement, severity: Judgement["severity"]): Judgement =>
  judged.when === true ? { ...judged, severity } : judged;
