import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { PastPart } from "../deployment/read/past-parts.ts";
import { type ShortId, shortIdOf } from "../history/deployment-bytes.ts";
import type { FollowFold } from "../history/fold/fold.ts";
import { inBatches } from "../kit/in-batches.ts";
import { minute, second } from "../kit/time.ts";
import type { Key } from "../table/keys.ts";
import type { StoredRow } from "../table/row.ts";
import { outlooksOfDeployment } from "./deployment-outlook.ts";
import { outlookKey, outlooksOf } from "./rows/outlook.keys.ts";
import { outlookKind, outlookRow } from "./rows/outlook.table.ts";
import type { DatabaseOutlooks } from "./rows/payload.ts";
import { storeOutlook } from "./rows/store.ts";

/** At most 30 bytes each, so that a part stays below the 400 KB of a row, also with one deployment of 5,000 more. */
const databasesOfPart = 4_000;
/** The days of a part take 25 MB while they are read, and 100 MB where agents name others each day. */
const partsAtOnce = 2;
const deploymentsAtOnce = 10;
/** The first part of a call may take so long. The function has a minute. */
const longestPart = 40 * second;

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
  const begun = services.clock.now();
  const stored = await services.table.queryAll(outlooksOf(organization), { eventually: true });
  const rows = new Map(stored.map((row) => [row.sk, row]));
  const parts = owners.flatMap(([owner, deployments]) => partsOf(owner, deployments));
  const due = parts.filter((part) => !isDone(rows.get(keyOf(organization, part).sk), dayNumber));
  const left = turned(due, begun);
  const failures: unknown[] = [];
  /** Returns false when the time is over. */
  const judge = async (part: OutlookPart, hasTime: () => boolean): Promise<boolean> => {
    try {
      const row = await rowOf(services, organization, { ...part, dayNumber, hasTime });
      if (!row) return false;
      await storeOutlook(services, organization, row, rows.has(row.sk));
    } catch (error) {
      failures.push(error);
    }
    return true;
  };
  let [started, isComplete] = [0, true];
  // The first part of a call that does nothing else is alone, and has nearly all of the time. So each call comes further.
  if (isFresh && left[0]) {
    started = 1;
    isComplete = await judge(left[0], () => services.clock.now() - begun <= longestPart);
    if (!isComplete && left.length === 1) failures.push(new Error("an outlook takes longer than a call"));
  }
  const work = async () => {
    for (let next = left[started]; next; next = left[started]) {
      started += 1;
      if (!(await judge(next, mayGoOn))) return void (isComplete = false);
    }
  };
  await Promise.all(Array.from({ length: partsAtOnce }, work));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} outlooks were not stored`);
  return isComplete;
};

/** Makes the high bits of numbers that follow each other differ. */
const mixing = 0x9e3779b1;
const bits = 32;

/** Each call begins elsewhere, so that a part that takes too long keeps no other one waiting without end. */
function turned<T>(all: readonly T[], now: number): readonly T[] {
  const turn = Math.imul(Math.floor(now / minute), mixing) >>> 0;
  const first = Math.floor((turn / 2 ** bits) * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

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
    const { dayNumber } = about;
    const outlooks = await outlooksOfDeployment(services, organization, deployment, dayNumber, hasTime);
    if (outlooks) found.set(shortIdOf(deployment.id), outlooks);
    else isLate = true;
  });
  return isLate ? undefined : outlookRow(organization, about, found);
}
