import type { Key } from "../../table/keys.ts";
import type { DeploymentPlan } from "./deployment-plan.ts";

/** The most writes of one transaction of a report. DynamoDB takes 100. */
const mostWrites = 97;
/** The pulse or its check, the mark of the fleet, the credential, and the row of those that appear. */
const beside = 4;

/** The pulses of former owners of some deployments, each once. */
export const formerPulsesOf = (plans: readonly Pick<DeploymentPlan, "former">[]): Key[] => [
  ...new Map(plans.flatMap(({ former }) => former.map((pulse) => [pulse.sk, pulse] as const))).values(),
];

/**
 * As many of the plans as one transaction takes, in their order. A page nearly always fits. It does not when it takes
 * many deployments over from many agents.
 */
export function firstRound(plans: readonly DeploymentPlan[]): DeploymentPlan[] {
  const round: DeploymentPlan[] = [];
  let size = beside;
  for (const plan of plans) {
    size += plan.writes.length + plan.former.length;
    if (size > mostWrites && round.length > 0) return round;
    round.push(plan);
  }
  return round;
}
