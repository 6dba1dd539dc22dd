import type { Services } from "@shardwatch/core/access/context";
import { job, type Job } from "@shardwatch/core/contract/job";
import { finishAcceptance } from "@shardwatch/core/invitation/finish-moves";
import { deliverLater } from "@shardwatch/core/notification/outbox";
import { finishDeletion } from "@shardwatch/core/offboarding/organization";
import { syncIntegration } from "@shardwatch/core/source-readers";

/** Does one job. Rejects when it must be retried. */
async function perform(services: Services, due: Job): Promise<void> {
  switch (due.kind) {
    case "finishOrganizationDeletion":
      return await finishDeletion(services, due.organizationId);
    case "finishAcceptance":
      return await finishAcceptance(services, due.accountId, due.invitationId);
    case "notifyMembers":
      return await deliverLater(services, due.organizationId, due.announcement);
    case "syncIntegration":
      return await syncIntegration(services, due);
  }
}

/**
 * Does the job of a message. Returns whether it is done. A failure is logged, and the message is retried. A
 * message that no version of ours can read is logged, and ends in the dead-letter queue.
 */
export async function work(services: Services, message: string): Promise<boolean> {
  const log = services.log;
  try {
    const read = job.parse(JSON.parse(message));
    await perform(services, read);
    log.info("job done", read);
    return true;
  } catch (error) {
    log.error("job failed", { error });
    return false;
  }
}
