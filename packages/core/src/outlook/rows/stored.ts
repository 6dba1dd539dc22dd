import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { type ShortId, shortIdOf } from "../../history/deployment-bytes.ts";
import { longTagOf, shortTagOf } from "../../history/tags.ts";
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

/** Some of what a list has of a deployment. */
interface Found {
  id: string;
  /** When it was first reported, Unix epoch in milliseconds; absent in older rows. */
  born?: number | undefined;
}

/**
 * What the newest folded day says about databases. Undefined for a deployment that it did not have. Also for one that came
 * after it: then a deployment with its id was deleted before.
 * @param databaseIds all of the deployment
 */
export function outlooksIn(
  { deployments }: Pick<StoredOutlooks, "deployments">,
  { id, born = 0 }: Found,
  databaseIds: readonly string[],
): OutlooksOfDeployment | undefined {
  const found = deployments.get(shortIdOf(id));
  return found && born < found.end
    ? { end: found.end, databases: byIds(found.databases, databaseIds) }
    : undefined;
}

/** A short tag that two of the databases have says nothing: nobody knows whose it is. */
function byIds(databases: DatabaseOutlooks, ids: readonly string[]): (DatabaseOutlook | undefined)[] {
  if (databases.size === 0) return ids.map(() => undefined);
  const tags = ids.map(tagOf);
  const holders = new Map<string, number>();
  for (const { short } of tags) holders.set(short, (holders.get(short) ?? 0) + 1);
  return tags.map(
    ({ long, short }) => databases.get(long) ?? (holders.get(short) === 1 ? databases.get(short) : undefined),
  );
}

/** Most ids are small numbers that thousands of deployments share. Hashing each of them again takes a second. */
const mostKnown = 10_000;
const known = new Map<string, { long: string; short: string }>();

function tagOf(id: string): { long: string; short: string } {
  const found = known.get(id);
  if (found) return found;
  if (known.size >= mostKnown) known.clear();
  const long = longTagOf(id);
  const tags = { long, short: shortTagOf(long) };
  known.set(id, tags);
  return tags;
}
