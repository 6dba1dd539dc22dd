import { callerOf, limitedAs } from "../../access/audit.ts";
import type { SourceContext } from "../../access/context.ts";
import { type OrganizationId, ownOrganization } from "../../access/scope.ts";
import { noOrganization } from "../../account/source-rights.ts";
import { attemptsOf, countWith, waitFor } from "../../attempts/attempts.ts";
import { transactAsCaller } from "../../caller/transact.ts";
import { allOf } from "../../channel/channels.ts";
import { Problem } from "../../kit/problem.ts";
import { day } from "../../kit/time.ts";
import { ConditionFailed } from "../../table/errors.ts";
import type { Write } from "../../table/table.ts";
import { clockKey } from "../rows/incident.keys.ts";
import { clockKind, raiseClock } from "../rows/incident.table.ts";

/** How many changes of rules one caller may make in a day, and of routes. Each one is an event of the audit. */
export const mostRuleChanges = 500;

/** Who saves a rule or routes, and when. */
export const stamp = (ctx: SourceContext) => ({
  by: callerOf(ctx.actor),
  at: ctx.clock.now(),
  ...(ctx.actor.kind === "file" && { managedBy: "file" as const }),
});

/** Throws conflict for a caller without one. */
export function requireOrganization(ctx: SourceContext): OrganizationId {
  const organization = ownOrganization(ctx.actor);
  if (!organization) throw noOrganization();
  return organization;
}

/** The channels that the organization has. */
export const channelIds = async (
  ctx: SourceContext,
  organization: OrganizationId,
): Promise<ReadonlySet<string>> => new Set((await allOf(ctx, organization)).map(({ id }) => id));

/** What is changed, and so is counted. */
type What = "rules" | "routes";

const tooMany: Readonly<Record<What, string>> = {
  rules: "TOO_MANY_RULE_CHANGES",
  routes: "TOO_MANY_ROUTE_CHANGES",
};

const changesBy = (what: What, name: string) => ({ what: `changes of ${what}`, name, window: day });

/**
 * Writes a change of rules, or of routes. It raises the clock, so a pass that has not seen the change can't write. Throws tooMany above
 * the day's limit, and as `transactAsCaller` does.
 */
export async function writeRules(
  ctx: SourceContext,
  organization: OrganizationId,
  writes: readonly Write[],
  what: What = "rules",
): Promise<void> {
  const row = await ctx.table.get(clockKey(organization));
  const clock = row && clockKind.read(row);
  const caller = limitedAs(ctx.actor);
  // The configuration file changes nothing that is as it should be, so it has no limit.
  const counted = ctx.actor.kind === "file" ? [] : [countWith(ctx, changesBy(what, caller), mostRuleChanges)];
  try {
    await transactAsCaller(ctx, organization, "manageOrganization", [
      ...writes,
      ...(clock ? [raiseClock(organization, clock, clock)] : []),
      ...counted,
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) await refuseTooMany(ctx, what, caller);
    throw error;
  }
}

async function refuseTooMany(ctx: SourceContext, what: What, caller: string): Promise<void> {
  const [made = 0] = await attemptsOf(ctx, [changesBy(what, caller)]);
  if (made < mostRuleChanges) return;
  const { retryAfterSeconds } = waitFor(ctx, day);
  throw new Problem("tooMany", `You can change ${what} ${mostRuleChanges} times a day.`, {
    code: tooMany[what],
    retryAfterSeconds,
  });
}
