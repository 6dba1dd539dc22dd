import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { type ShortId, shortIdOf } from "../../history/deployment-bytes.ts";
import { longTagOf, onlyTag, shortTagOf } from "../../history/tags.ts";
import { outlooksOf } from "./outlook.keys.ts";
import { readOutlooks } from "./outlook.table.ts";
import type { DatabaseOutlook, DatabaseOutlooks } from "./payload.ts";

/** What the newest folded day says about a deployment. */
interface StoredOutlook {
  /** The midnight of UTC at which its trends end, Unix epoch in milliseconds. */
  end: number;
  databases: DatabaseOutlooks;
}

/** What the newest folded days say about an organization. */
export interface StoredOutlooks {
  /** The newest midnight at which trends end, Unix epoch in milliseconds; undefined before the first fold. */
  asOf: number | undefined;
  deployments: ReadonlyMap<ShortId, StoredOutlook>;
}

/** One Query; it may be a second old. Of two owners that both had a deployment, the newer day counts. */
export async function storedOutlooks(
  { table, clock }: Pick<Services, "table" | "clock">,
  organization: OrganizationId,
): Promise<StoredOutlooks> {
  const rows = await table.queryAll(outlooksOf(organization), { eventually: true });
  const deployments = new Map<ShortId, StoredOutlook>();
  let asOf: number | undefined;
  for (const { end, deployments: all } of readOutlooks(rows, clock.now())) {
    asOf = Math.max(end, asOf ?? 0);
    for (const [shortId, databases] of all)
      if (end > (deployments.get(shortId)?.end ?? 0)) deployments.set(shortId, { end, databases });
  }
  return { asOf, deployments };
}

/** What is said about databases of a deployment. */
export interface OutlooksOfDeployment {
  end: number;
  /** In the order of the ids; undefined where nothing is said. */
  databases: (DatabaseOutlook | undefined)[];
}

/**
 * What the newest folded day says about databases. Undefined for a deployment that it did not have.
 * @param databaseIds all of the deployment
 */
export function outlooksIn(
  { deployments }: Pick<StoredOutlooks, "deployments">,
  deploymentId: string,
  databaseIds: readonly string[],
): OutlooksOfDeployment | undefined {
  const found = deployments.get(shortIdOf(deploymentId));
  return found && { end: found.end, databases: byIds(found.databases, databaseIds) };
}

/** A short tag that two of the databases have says nothing: nobody knows whose it is. */
function byIds(databases: DatabaseOutlooks, ids: readonly string[]): (DatabaseOutlook | undefined)[] {
  if (databases.size === 0) return ids.map(() => undefined);
  if (ids.length === 1 && ids[0] === "0") return [databases.get(onlyTag) ?? databases.get(longTagOf("0"))];
  const tags = ids.map(longTagOf);
  const holders = Map.groupBy(tags, shortTagOf);
  return tags.map((tag) => {
    const short = shortTagOf(tag);
    return databases.get(tag) ?? (holders.get(short)?.length === 1 ? databases.get(short) : undefined);
  });
}
