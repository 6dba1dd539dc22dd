import { askedOrganization } from "../../access/asked-organization.ts";
import type { ReaderContext } from "../../access/context.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import { lastChangeKey } from "../rows/deployment.keys.ts";
import { readLastChange } from "../rows/last-change.table.ts";

/**
 * When deployments of an organization last changed in more than figures; null when they never did.
 * @param named the organization; without it, the caller's own
 * @throws Problem "forbidden" when the caller may not see the named organization
 */
export async function lastChange(ctx: ReaderContext, named: string | undefined): Promise<string | null> {
  const organization = askedOrganization(ctx, named, {
    forbidden: "You may only ask about deployments of your own organization.",
  });
  if (organization === null) return null;
  const row = await withViewAudit(ctx, organization, ctx.table.get(lastChangeKey(organization)));
  const at = readLastChange(row);
  return at === undefined ? null : new Date(at).toISOString();
}
