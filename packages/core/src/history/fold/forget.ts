import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { organizationOfJob } from "../../access/scope.trusted.ts";
import type { Job } from "../../contract/job.ts";
import {
  type DepartedDeployment,
  departedDeployments,
  organizationsToForget,
} from "../../deployment/lifecycle/departed.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { day, minute, second } from "../../kit/time.ts";
import { foldedFrom } from "./fold-day.ts";
import { dayOfKey, daysOf, hoursOf } from "./folded.keys.ts";
import { foldedDaysPart, removeDays } from "./folded.table.ts";

export type ForgetJob = Extract<Job, { kind: "forgetHistory" }>;

const atOnce = 25;
/** A fold that was under way when the deployment left may write until then. */
const foldLives = 15 * minute;
/** How long one call works. The function has a minute. */
const workFor = 35 * second;

/** The jobs for every organization that deployments have left. */
export async function dueForgetting(services: Services): Promise<ForgetJob[]> {
  const ids = await organizationsToForget(services);
  return ids.map((organizationId) => ({ kind: "forgetHistory", organizationId }));
}

/**
 * Deletes the past of deployments that left an organization, in this call and once more in one that comes later than a
 * fold lives. It stops after half a minute; the next tick continues. Safe to repeat.
 */
export async function forgetHistory(services: Services, id: string): Promise<void> {
  const organization = organizationOfJob(id);
  const { clock } = services;
  const begun = clock.now();
  for (const departed of await departedDeployments(services, organization)) {
    if (clock.now() - begun > workFor) return;
    await forgetOne(services, organization, departed);
    if (clock.now() - departed.at > foldLives) await departed.forgotten();
  }
}

/**
 * Deletes the hours and days up to the day on which the deployment left. It may have come back since: anew, or by a move
 * with all of its past.
 */
async function forgetOne(
  { table, clock }: Services,
  organization: OrganizationId,
  { id, at, isGone }: Pick<DepartedDeployment, "id" | "at" | "isGone">,
): Promise<void> {
  const dayOfDeparture = Math.floor(at / day);
  // That day may have been folded since, with what came after a return.
  const isOver = clock.now() >= (dayOfDeparture + 1) * day + foldedFrom;
  const last = isOver ? dayOfDeparture - 1 : dayOfDeparture;
  const [hours, weeks] = await Promise.all([
    table.queryAll(hoursOf(organization, id), { attributes: [] }),
    table.queryAll(daysOf(organization, id), { attributes: foldedDaysPart.attributes }),
  ]);
  if (!(await isGone())) return;
  const old = hours.filter((row) => dayOfKey(row) <= last);
  await inBatches(old, atOnce, (row) => table.remove(row));
  await inBatches(weeks, atOnce, async (row) => {
    const gone = removeDays(row, last);
    if (gone === "all") await table.remove(row);
    else if (gone.length > 0) await table.update(row, { remove: gone }, [{ exists: true }]);
  });
}
