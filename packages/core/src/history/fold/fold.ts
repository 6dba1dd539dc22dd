import type { Services } from "../../access/context.ts";
import { organizationOfJob } from "../../access/scope.trusted.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { type PastPart, pastPartsOf } from "../../deployment/read/past-parts.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { day, hour, second } from "../../kit/time.ts";
import { find } from "../../organization/organization.ts";
import { isRefused, tryWrite } from "../../table/errors.ts";
import { clearPastOfDeleted } from "./clear-past.ts";
import { foldDay, foldedFrom } from "./fold-day.ts";
import { dayWrites } from "./folded.table.ts";
import { type FoldProgress, foldProgressKey, putProgress, readProgress } from "./progress.table.ts";
import { readDay } from "./read-day.ts";
import { shardCountsOf } from "./shard-counts.ts";

/** Trails expire three days after their slot. A day whose first trails are this old may lack some when it is folded. */
const oldestTrail = 60 * hour;

/** The day of an owner with 12,000 databases takes 100 MB. The function has 512 MB. */
const ownersAtOnce = 3;
/**
 * For how long one call begins further owners, and further groups of their trails. The function has a minute, and a large
 * owner takes ten seconds.
 */
const workFor = 15 * second;

const always = () => true;

/** The days of these owners are folded up to this one. */
export interface FoldedDays {
  owners: readonly (readonly [owner: string, deployments: readonly PastPart[]])[];
  /** Counted from 1970-01-01. */
  dayNumber: number;
  /** Asked before each piece of work. */
  mayGoOn: () => boolean;
  /** Whether nothing else was done in this call. */
  isFresh: boolean;
}

/** What follows from the newest folded day. Safe to repeat. Returns whether all is done; the next call does the rest. */
export type FollowFold = (
  services: Services,
  organization: OrganizationId,
  folded: FoldedDays,
) => Promise<boolean>;

export interface FoldOptions {
  /** How many owners one call folds at most; for tests of interruptions. */
  limit?: number;
  /** Called when all is folded. When it fails, it is called again an hour later. */
  follow?: FollowFold;
}

/**
 * Folds the days of an organization that are over and not folded yet. It stops after a quarter of a minute; the next tick
 * continues. Safe to repeat, also after a crash at any write, and side by side.
 */
export async function foldDays(services: Services, id: string, options: FoldOptions = {}): Promise<void> {
  const organization = organizationOfJob(id);
  const begun = services.clock.now();
  const [row, exists] = await Promise.all([
    services.table.get(foldProgressKey(organization)),
    find(services, organization),
  ]);
  const progress = readProgress(row, begun);
  const due = dueDays(progress, begun);
  const isFollowed = !options.follow || (progress?.followedTo ?? 0) >= due.last;
  if (exists && due.first > due.last && isFollowed) return;
  if (exists) await fold(services, organization, { progress, due, begun, ...options });
  await clearPastOfDeleted(services, organization);
}

interface Fold extends FoldOptions {
  progress: FoldProgress | undefined;
  due: { first: number; last: number };
  begun: number;
}

async function fold(
  services: Services,
  organization: OrganizationId,
  { due, begun, limit = Infinity, follow, ...before }: Fold,
): Promise<void> {
  const { clock } = services;
  const owners = byOwner(await pastPartsOf(services, organization));
  let { progress } = before;
  let left = limit;
  const hasTime = () => clock.now() - begun <= workFor;
  const mayGoOn = () => left > 0 && hasTime();
  for (let dayNumber = due.first; dayNumber <= due.last; dayNumber += 1) {
    const done = progress?.foldedTo === dayNumber - 1 ? (progress.owner ?? "") : "";
    const rest = owners.filter(([owner]) => owner > done);
    let started = 0;
    let folded = rest.length;
    const work = async () => {
      for (let next = rest[started]; next && mayGoOn(); next = rest[started]) {
        const [, deployments] = next;
        const place = started;
        started += 1;
        left -= 1;
        // One owner has all the time of a call, so that each call comes further.
        const about = { deployments, dayNumber, mayGoOn: place === 0 ? always : hasTime };
        if (!(await foldOwner(services, organization, about))) folded = Math.min(folded, place);
      }
    };
    await Promise.all(Array.from({ length: ownersAtOnce }, work));
    folded = Math.min(folded, started);
    const isLast = folded === rest.length;
    const { followedTo } = progress ?? {};
    progress = isLast
      ? { foldedTo: dayNumber, foldedAt: begun, followedTo }
      : { foldedTo: dayNumber - 1, foldedAt: begun, followedTo, owner: rest[folded - 1]?.[0] ?? done };
    await keep(services, organization, progress, isLast && dayNumber === due.last && !follow);
    if (!mayGoOn()) return;
  }
  if (!follow || !progress) return;
  const about = { owners, dayNumber: due.last, mayGoOn, isFresh: due.first > due.last };
  const followed = await outcomeOf(services, follow(services, organization, about));
  const followedTo = followed === "done" ? due.last : progress.followedTo;
  await keep(services, organization, { ...progress, followedTo }, followed !== "begun");
}

/** What follows from the days never stops the fold. */
async function outcomeOf(
  { log }: Services,
  following: Promise<boolean>,
): Promise<"done" | "begun" | "failed"> {
  try {
    return (await following) ? "done" : "begun";
  } catch (error) {
    log.error("what follows from the folded days was not done", { error });
    return "failed";
  }
}

/** A concurrent call of the same organization does the same work, so the last one to write may be behind. */
const keep = async (
  { table }: Services,
  organization: OrganizationId,
  progress: FoldProgress,
  isDone: boolean,
): Promise<void> => await table.put(putProgress(organization, progress, isDone));

/** The first and the last day to fold. There is none when the first comes after the last. */
function dueDays(progress: FoldProgress | undefined, now: number): { first: number; last: number } {
  const last = Math.floor((now - foldedFrom) / day) - 1;
  const oldest = Math.ceil((now - oldestTrail) / day);
  return { first: Math.max(oldest, (progress?.foldedTo ?? 0) + 1), last };
}

/** The deployments of each owner, in the order of the owners. */
function byOwner(deployments: readonly PastPart[]): [string, PastPart[]][] {
  return [...Map.groupBy(deployments, ({ owner }) => owner)].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
}

const deploymentsAtOnce = 25;
/**
 * Folds a day of the deployments of one owner, from trails only. Repeating it gives the same bytes. A row that holds more
 * of the day stays: trails that have expired take nothing away.
 * @param deployments those that the owner owns now
 * @param mayGoOn asked before each group of trails; nothing is stored if it says no
 * @returns whether the day is folded
 */
async function foldOwner(
  services: Services,
  organization: OrganizationId,
  { deployments, ...about }: { deployments: readonly PastPart[]; dayNumber: number; mayGoOn: () => boolean },
): Promise<boolean> {
  const { dayNumber } = about;
  const days = await readDay(services, organization, deployments, about);
  if (!days) return false;
  const folded = deployments.flatMap(({ id, license }) => {
    const slots = days.get(id);
    return slots?.covered.some((count) => count > 0) ? [{ id, slots, license }] : [];
  });
  await inBatches(folded, deploymentsAtOnce, async ({ id, slots, license }) => {
    const writes = dayWrites(organization, id, foldDay(slots, shardCountsOf(license)));
    await store(services, writes).catch((error: unknown) => {
      // The next tick would fail alike. The other deployments and the next days must not wait for it.
      if (!isRefused(error)) throw error;
      services.log.error("a day of a deployment was not stored", { deploymentId: id, dayNumber, error });
    });
  });
  return true;
}

async function store({ table }: Services, writes: ReturnType<typeof dayWrites>): Promise<void> {
  // A condition does not hold where more of the day is stored.
  for (const write of writes.toReversed())
    await tryWrite(
      "put" in write
        ? table.put(write.put, write.when)
        : table.update(write.update, write.change, write.when),
    );
}
