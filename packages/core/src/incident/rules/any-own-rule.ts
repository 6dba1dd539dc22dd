import type { DeploymentRule } from "./rule.ts";
import { advice, deployments } from "./words.ts";

/* What reads an incident knows no judge of a rule that an organization wrote, so this is a file of its own. */

/** What a finding saw where it counts that nothing is known. */
export const notKnown = "not known";

/** What all rules of organizations have in common. */
export const anyOwnRule: Omit<DeploymentRule, "timing" | "judge"> = {
  holds: "matches a rule of your organization",
  many: (count) => `${deployments(count)} match a rule of your organization`,
  condition: { text: "A rule of your organization", severities: [] },
  advice: advice("Compare the deployment with the condition of the rule."),
};
