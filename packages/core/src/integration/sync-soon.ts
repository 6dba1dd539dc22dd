import type { MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { IntegrationSource } from "./kind.ts";

/** Queues a reading. When that fails, the schedule does it at its next tick: the account is connected all the same. */
export async function syncSoon(
  ctx: MemberContext,
  source: IntegrationSource,
  organization: OrganizationId,
  integrationId: string,
): Promise<void> {
  try {
    await ctx.queue.send([{ kind: "syncIntegration", source, organizationId: organization, integrationId }]);
  } catch (error) {
    ctx.log.warn("the first sync waits for the schedule", { integrationId, error });
  }
}
