import type { SourceContext } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import { watchFleet } from "../../deployment/fleet/watch.ts";
import { Problem } from "../../kit/problem.ts";
import { type WatchedDeployment, withPatched } from "../judging/watched.ts";
import { withFigures } from "../judging/watched-figures.ts";
import { alertsOf } from "../rows/incident.keys.ts";
import { readAlerts } from "../rows/incident.table.ts";
import { toPatched } from "../rows/patched.table.ts";
import { matching, ownRuleOf, textsOf } from "../rules/own.ts";

/** A rule that fires now on more than this part of its scope, and on more than so many, needs a confirmation. */
const [mostPart, mostFiring] = [0.2, 10];

/** The deployments of an organization as a pass judges them by a rule. */
export async function judgedDeployments(
  ctx: SourceContext,
  organization: OrganizationId,
  definition: RuleDefinition,
): Promise<readonly WatchedDeployment[]> {
  const [fleet, rows] = await Promise.all([
    watchFleet(ctx, organization),
    ctx.table.queryAll(alertsOf(organization), { eventually: true }),
  ]);
  const measured = await withFigures(ctx, organization, fleet, textsOf(definition));
  return withPatched(measured, toPatched(readAlerts(rows).patched));
}

/** Throws conflict for a rule that would fire now on much of its scope. */
export async function requireNarrow(
  ctx: SourceContext,
  organization: OrganizationId,
  definition: RuleDefinition,
): Promise<void> {
  const deployments = await judgedDeployments(ctx, organization, definition);
  const { judge } = ownRuleOf(definition);
  const { test } = matching(definition.scope);
  const inScope = deployments.filter((one) => test(one) !== false);
  const firing = inScope.filter((one) => judge(one, ctx.clock.now()).when === true).length;
  if (firing <= mostFiring || firing <= mostPart * inScope.length) return;
  throw new Problem(
    "conflict",
    `This rule would fire now on ${firing} of ${inScope.length} deployments. Narrow it, or confirm that you want it.`,
    { code: "RULE_TOO_BROAD" },
  );
}
