import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { PastPart } from "../../deployment/read/past-parts.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { isRefused, tryWrite } from "../../table/errors.ts";
import { foldDay } from "./fold-day.ts";
import { dayWrites } from "./folded.table.ts";
import { readDay } from "./read-day.ts";
import { shardCountsOf } from "./shard-counts.ts";

const deploymentsAtOnce = 25;
/**
 * Folds a day of the deployments of one owner, from trails only. Repeating it gives the same bytes. A row that holds more
 * of the day stays: trails that have expired take nothing away.
 * @param deployments those that the owner owns now
 * @param mayGoOn asked before each group of trails; nothing is stored if it says no
 * @returns whether the day is folded
 */
export async function foldOwner(
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
