import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import type { DeploymentSource } from "../../contract/source/source.ts";
import type { PastPart } from "../../deployment/read/past-parts.ts";
import { slotsOfDay } from "../../history/fold/fold-day.ts";
import { readDay } from "../../history/fold/read-day.ts";
import { readFoldedHours } from "../../history/fold/read-hours.ts";
import { slotAt } from "../../history/slots.ts";
import { carriedForward } from "../../history/timeline/carry-forward.ts";
import { emptyTimeline, place, type Timeline, unifyTags } from "../../history/timeline/timeline.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { day } from "../../kit/time.ts";

/** How many days are in five minutes, with the one that runs. */
export const fineDays = 3;

const atOnce = 25;

/** What is read of a deployment. */
export interface Candidate extends PastPart {
  source: DeploymentSource;
}

/**
 * The slots of the last days, by deployment. The trails of each source are read once for all of its deployments.
 * @param mayGoOn asked between parts; undefined is returned once it says no
 */
export async function readSlots(
  services: Services,
  organization: OrganizationId,
  candidates: readonly Candidate[],
  mayGoOn: () => boolean,
): Promise<Map<string, Timeline> | undefined> {
  const now = services.clock.now();
  const today = Math.floor(now / day);
  const first = today - fineDays + 1;
  const length = slotAt(now) + 1 - first * slotsOfDay;
  const slots = new Map(
    candidates.map(({ id }) => [id, emptyTimeline(slotSeconds, first * slotsOfDay, length)] as const),
  );
  for (let dayNumber = first; dayNumber <= today; dayNumber += 1) {
    const days = await readDay(services, organization, candidates, { dayNumber, mayGoOn });
    if (!days) return undefined;
    for (const [id, own] of days) {
      const all = slots.get(id);
      if (all) place(all, own);
    }
  }
  for (const { id, source } of candidates) {
    const all = slots.get(id);
    if (!all) continue;
    unifyTags(all);
    carriedForward(all, source);
  }
  return slots;
}

/** The hours of deployments on these days. One Query each, and more for one with many databases. */
export async function readHoursOf(
  services: Services,
  organization: OrganizationId,
  candidates: readonly Candidate[],
  days: { first: number; end: number },
): Promise<Map<string, Timeline[]>> {
  const hours = new Map<string, Timeline[]>();
  await inBatches(candidates, atOnce, async ({ id }) => {
    hours.set(id, await readFoldedHours(services, organization, id, days));
  });
  return hours;
}
