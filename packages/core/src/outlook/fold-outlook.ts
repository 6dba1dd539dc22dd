import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { PastPart } from "../deployment/read/past-parts.ts";
import { type ShortId, shortIdOf } from "../history/deployment-bytes.ts";
import type { FollowFold } from "../history/fold/fold.ts";
import { inBatches } from "../kit/in-batches.ts";
import type { Key } from "../table/keys.ts";
import type { StoredRow } from "../table/row.ts";
import { outlooksOfDeployment } from "./deployment-outlook.ts";
import { outlookKey, outlooksOf } from "./rows/outlook.keys.ts";
import { outlookKind, outlookRow } from "./rows/outlook.table.ts";
import type { DatabaseOutlooks } from "./rows/payload.ts";
import { storeOutlook } from "./rows/store.ts";

/** At most 25 bytes each, so that a part stays below the 400 KB of a row, also with one deployment of 5,000 more. */
const databasesOfPart = 4_000;
/** The days of a part with 4,000 databases take 10 MB while they are read. */
const partsAtOnce = 5;
const deploymentsAtOnce = 10;

/** Deployments of an owner that share a row. */
interface OutlookPart {
  owner: string;
  part: number;
  deployments: readonly PastPart[];
}

/**
 * Says when memory is full, by the newest folded day. It stops when the time is over, and continues in the next call:
 * parts of which the row has this day are done. A part that fails stops no other one, and throws at the end. Safe to
 * repeat: the same days give the same bytes.
 */
export const foldOutlook: FollowFold = async (
  services,
  organization,
  { owners, dayNumber, mayGoOn, isFresh },
) => {
  const stored = await services.table.queryAll(outlooksOf(organization), { eventually: true });
  const rows = new Map(stored.map((row) => [row.sk, row]));
  const parts = owners.flatMap(([owner, deployments]) => partsOf(owner, deployments));
  const left = parts.filter((part) => !isDone(rows.get(keyOf(organization, part).sk), dayNumber));
  const failures: unknown[] = [];
  let started = 0;
  let isComplete = true;
  const work = async () => {
    for (let next = left[started]; next; next = left[started]) {
      // The first part of a call that does nothing else has all of its time, so that each call comes further.
      const hasTime = isFresh && started === 0 ? () => true : mayGoOn;
      started += 1;
      try {
        const about = { ...next, dayNumber, hasTime };
        const row = await rowOf(services, organization, about);
        if (!row) return void (isComplete = false);
        await storeOutlook(services, organization, row, rows.has(row.sk));
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: partsAtOnce }, work));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} outlooks were not stored`);
  return isComplete;
};

const keyOf = (organization: OrganizationId, { owner, part }: OutlookPart): Key =>
  outlookKey(organization, owner, part);

const isDone = (row: StoredRow | undefined, dayNumber: number): boolean =>
  row !== undefined && outlookKind.read(row).dayNumber === dayNumber;

/** The deployments of an owner in the order of their ids, in as few parts as hold their databases. */
function partsOf(owner: string, deployments: readonly PastPart[]): OutlookPart[] {
  const parts: PastPart[][] = [];
  let left = 0;
  for (const one of deployments.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (left <= 0) {
      parts.push([]);
      left = databasesOfPart;
    }
    parts.at(-1)?.push(one);
    left -= Math.max(1, one.databaseCount);
  }
  return parts.map((members, part) => ({ owner, part, deployments: members }));
}

/** The row of a part; undefined when its time is over before all is read. */
async function rowOf(
  services: Services,
  organization: OrganizationId,
  { deployments, hasTime, ...about }: OutlookPart & { dayNumber: number; hasTime: () => boolean },
) {
  const found = new Map<ShortId, DatabaseOutlooks>();
  let isLate = false;
  await inBatches(deployments, deploymentsAtOnce, async (deployment) => {
    if (!hasTime()) isLate = true;
    if (isLate) return;
    const outlooks = await outlooksOfDeployment(services, organization, deployment, about.dayNumber);
    found.set(shortIdOf(deployment.id), outlooks);
  });
  return isLate ? undefined : outlookRow(organization, about, found);
}
