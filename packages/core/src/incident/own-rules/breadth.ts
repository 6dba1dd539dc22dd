import type { SourceContext } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import { opens } from "../../contract/token/scopes.ts";
import { Problem } from "../../kit/problem.ts";
import { counterOf } from "../rehearsal/counted.ts";
import { fleetNow } from "../fleet-now.ts";
import { textsOf } from "../rules/own.ts";

/** A rule that fires now on more than this part of its scope, and on more than so many, needs a confirmation. */
const [mostPart, mostFiring] = [0.2, 10];

/** Throws conflict for a rule that would fire now on much of its scope. After a preview it reads nothing. */
export async function requireNarrow(
  ctx: SourceContext,
  organization: OrganizationId,
  definition: RuleDefinition,
): Promise<void> {
  const found = (await fleetNow(ctx, organization, textsOf(definition))).map(counterOf(definition));
  const inScope = found.filter((one) => one !== "out");
  const firing = inScope.filter(
    (one) => one !== "well" && (one !== "unknown" || definition.unknown === "fire"),
  ).length;
  if (firing <= mostFiring || firing <= mostPart * inScope.length) return;
  // A token that writes rules and may not read learns no number of a fleet.
  const { actor } = ctx;
  const mayRead = actor.kind !== "token" || opens(actor.scopes, "read");
  const onHowMany = mayRead ? `${firing} of ${inScope.length} deployments` : "much of its scope";
  throw new Problem(
    "conflict",
    `This rule would fire now on ${onHowMany}. Narrow it, or confirm that you want it.`,
    { code: "RULE_TOO_BROAD" },
  );
}
