import type { Changeable } from "../../contract/incident/rule-list.ts";
import type { RuleId } from "../../contract/incident/rules.ts";
import { minute } from "../../kit/time.ts";
import { tunableRuleOf } from "./rules.ts";

/** What people may change about a built-in rule. */
export function changeableOf(id: RuleId): Changeable {
  const { tuning, waits, condition } = tunableRuleOf(id);
  const [severity] = condition.severities;
  return {
    ...(tuning
      ? { thresholds: { unit: tuning.unit, values: Object.fromEntries(tuning.thresholds) } }
      : severity !== undefined && { severity }),
    ...(waits && { for: waits.usual / minute }),
  };
}
