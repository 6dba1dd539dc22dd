import type { MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";

/** What cannot be queued now waits for the next tick: the account is connected all the same. */
export async function syncSoon(
  ctx: MemberContext,
  organization: OrganizationId,
  integrationId: string,
): Promise<void> {
  try {
    await ctx.queue.send([{ kind: "syncRedisCloud", organizationId: organization, integrationId }]);
  } catch (error) {
    ctx.log.warn("the first sync waits for the schedule", { integrationId, error });
  }
}
