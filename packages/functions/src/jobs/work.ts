import type { House } from "@shardwatch/core/access/context";
import { job, type Job } from "@shardwatch/core/contract/job";
import { finishDeletion } from "@shardwatch/core/offboarding/organization";

/** Does one job. Rejects when it must be tried again. */
async function perform(house: House, { organizationId }: Job): Promise<void> {
  await finishDeletion(house, organizationId);
}

/**
 * Does the job that a message holds. Returns whether it is done; a failure is logged, and the message is for another
 * try. What no version of ours can read will not become readable: it is logged and left to the dead letters.
 */
export async function work(house: House, message: string): Promise<boolean> {
  const log = house.log;
  try {
    const read = job.parse(JSON.parse(message));
    await perform(house, read);
    log.info("job done", read);
    return true;
  } catch (error) {
    log.error("job failed", { error });
    return false;
  }
}
