import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { outlooksIn } from "../../outlook/rows/stored.ts";
import type { WatchedDatabase, WatchedDeployment } from "./watched.ts";
import type { ReadOutlooks } from "./watched-joins.ts";

/** Memory below this percentage is no incident. */
const leastUtilization = 50;

/** Whether being full means something else by the share of keys that have an expiry. */
const needsShare = ({ policy, utilization }: WatchedDatabase): boolean =>
  (policy?.startsWith("volatile-") ?? false) && (utilization ?? 0) >= leastUtilization;

/**
 * The deployments, with what the newest folded day says of databases that evict keys with an expiry and fill up. One
 * Query for all of them; an organization without such a database costs nothing more.
 */
export async function withShares(
  services: Services,
  organization: OrganizationId,
  deployments: readonly WatchedDeployment[],
  outlooks: ReadOutlooks,
): Promise<readonly WatchedDeployment[]> {
  const asking = new Set(deployments.filter(({ databases }) => databases.some(needsShare)));
  if (asking.size === 0) return deployments;
  const stored = await outlooks().catch((error: unknown) => {
    // An unknown share has a row of its own in the table of what full means.
    services.log.warn("a pass goes without shares of keys", { organizationId: organization, error });
    return undefined;
  });
  if (!stored) return deployments;
  return deployments.map((one) => {
    if (!asking.has(one)) return one;
    const ids = one.databases.map(({ id }) => id);
    const found = outlooksIn(stored, one, ids)?.databases;
    const databases = one.databases.map((database, place) => {
      const { share = null, evicted = null } = found?.[place] ?? {};
      return { ...database, share, evicted };
    });
    return { ...one, databases };
  });
}
