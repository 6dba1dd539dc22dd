import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { lastChangeKey } from "../rows/deployment.keys.ts";
import { changedAt } from "../rows/last-change.table.ts";

/**
 * Notes that more than figures changed, so that open pages reload. The pages also reload by themselves, so a
 * failure is only logged.
 */
export async function noteChange(services: Services, organization: OrganizationId): Promise<void> {
  const { table, clock, log } = services;
  await table.update(lastChangeKey(organization), changedAt(clock.now())).catch((error: unknown) => {
    log.warn("a change was not noted", { reason: error instanceof Error ? error.name : "unknown" });
  });
}
