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

/** How many changes of rules one caller may make in a day. Each one is an event of the audit. */
export const mostRuleChanges = 500;

/** Who saves a rule, and when. */
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

const changesBy = (name: string) => ({ what: "changes of rules", name, window: day });

/**
 * Writes a change of rules. It raises the clock, so a pass that has not seen the change can't write. Throws tooMany above
 * the day's limit, and as `transactAsCaller` does.
 */
export async function writeRules(
  ctx: SourceContext,
  organization: OrganizationId,
  writes: readonly Write[],
): Promise<void> {
  const row = await ctx.table.get(clockKey(organization));
  const clock = row && clockKind.read(row);
  const caller = limitedAs(ctx.actor);
  // The configuration file changes nothing that is as it should be, so it has no limit.
  const counted = ctx.actor.kind === "file" ? [] : [countWith(ctx, changesBy(caller), mostRuleChanges)];
  try {
    await transactAsCaller(ctx, organization, "manageOrganization", [
      ...writes,
      ...(clock ? [raiseClock(organization, clock, clock)] : []),
      ...counted,
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) await refuseTooMany(ctx, caller);
    throw error;
  }
}

async function refuseTooMany(ctx: SourceContext, caller: string): Promise<void> {
  const [made = 0] = await attemptsOf(ctx, [changesBy(caller)]);
  if (made < mostRuleChanges) return;
  const { retryAfterSeconds } = waitFor(ctx, day);
  throw new Problem("tooMany", `You can change rules ${mostRuleChanges} times a day.`, {
    code: "TOO_MANY_RULE_CHANGES",
    retryAfterSeconds,
  });
}
