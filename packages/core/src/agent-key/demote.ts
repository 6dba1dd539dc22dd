import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { tryWrite } from "../table/errors.ts";
import { rowsOf } from "./agent-key.ts";
import { endManagerRights } from "./credential.table.ts";

/**
 * The keys of an organization that an account created take over nothing more that others report. They go on
 * reporting their own deployments. Safe to repeat.
 */
export async function demoteCreatedBy(
  services: Services,
  organization: OrganizationId,
  accountId: string,
): Promise<void> {
  const keys = await rowsOf(services, organization);
  for (const { keyId, createdBy } of keys) {
    if (createdBy !== accountId) continue;
    const { key, change, when } = endManagerRights(organization, keyId);
    // It is no admin's key, or was revoked or moved in between.
    await tryWrite(services.table.update(key, change, when));
  }
}
