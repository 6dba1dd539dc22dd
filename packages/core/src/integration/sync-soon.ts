import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { IntegrationSource } from "../contract/source/source.ts";

/**
 * Queues a reading for which the caller waits. A failure is not thrown, because the account is connected: the schedule queues it at the
 * next tick.
 */
export async function syncSoon(
  ctx: Services,
  source: IntegrationSource,
  organization: OrganizationId,
  integrationId: string,
): Promise<void> {
  try {
    const job = { kind: "syncIntegration", source, organizationId: organization, integrationId } as const;
    await ctx.queue.send([{ ...job, awaited: true }]);
  } catch (error) {
    ctx.log.warn("the first sync waits for the schedule", { integrationId, error });
  }
}
