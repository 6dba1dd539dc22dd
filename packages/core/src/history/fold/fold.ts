import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { organizationOfJob } from "../../access/scope.job.ts";
import { type PastPart, pastPartsOf } from "../../deployment/read/past-parts.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { day, hour, second } from "../../kit/time.ts";
import { find } from "../../organization/organization.ts";
import { foldOwner } from "./fold-owner.ts";
import { type FoldProgress, foldProgressKey, putProgress, readProgress } from "./progress.table.ts";

/** No slot of a day is accepted any more from then on, counted from its end. */
export const foldedFrom = 4 * hour;
/** Trails expire three days after their slot. A day whose first trails are this old may lack some when it is folded. */
const oldestTrail = 60 * hour;

/** How many owners are folded between two looks at the clock, and how many of them side by side. */
const ownersAtOnce = { piece: 20, together: 5 };
/** How long one call works. The function has a minute. */
const workFor = 35 * second;

/**
 * Folds the days of an organization that are over and not folded yet. It stops after half a minute; the next tick
 * continues. Safe to repeat, also after a crash at any write, and side by side.
 * @param limit how many owners one call folds at most; for tests of interruptions
 */
export async function foldDays(services: Services, id: string, limit = Infinity): Promise<void> {
  const organization = organizationOfJob(id);
  const { table, clock } = services;
  const begun = clock.now();
  const [row, exists] = await Promise.all([
    table.get(foldProgressKey(organization)),
    find(services, organization),
  ]);
  if (!exists) return;
  const due = dueDays(readProgress(row), begun);
  if (due.first > due.last) return;
  const owners = byOwner(await pastPartsOf(services, organization));
  let progress = readProgress(row);
  let left = limit;
  for (let dayNumber = due.first; dayNumber <= due.last; dayNumber += 1) {
    const done = progress?.foldedTo === dayNumber - 1 ? (progress.owner ?? "") : "";
    const rest = owners.filter(([owner]) => owner > done);
    for (let at = 0; at < rest.length; at += ownersAtOnce.piece) {
      const piece = rest.slice(at, at + Math.min(ownersAtOnce.piece, left));
      await inBatches(piece, ownersAtOnce.together, ([owner, deployments]) =>
        foldOwner(services, organization, { owner, deployments, dayNumber }),
      );
      left -= piece.length;
      const isLast = at + piece.length >= rest.length;
      if (isLast) break;
      progress = { foldedTo: dayNumber - 1, owner: piece.at(-1)?.[0] ?? done };
      await keep(services, organization, progress, false);
      if (left <= 0 || clock.now() - begun > workFor) return;
    }
    progress = { foldedTo: dayNumber };
    await keep(services, organization, progress, dayNumber === due.last);
    if (dayNumber < due.last && clock.now() - begun > workFor) return;
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
