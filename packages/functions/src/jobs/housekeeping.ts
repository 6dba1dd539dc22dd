import { finishAcceptance } from "@shardwatch/core/invitation/finish-moves";
import { deliverLater } from "@shardwatch/core/notification/outbox";
import { finishDeletion } from "@shardwatch/core/offboarding/organization";
import { onlyJobsOf } from "./worker.ts";

/** Finishes what requests have begun. It needs nothing but the table. */
export const housekeeping = onlyJobsOf("housekeeping", async (services, due) => {
  switch (due.kind) {
    case "finishOrganizationDeletion":
      return await finishDeletion(services, due.organizationId);
    case "finishAcceptance":
      return await finishAcceptance(services, due.accountId, due.invitationId);
    case "notifyMembers":
      return await deliverLater(services, due.organizationId, due.announcement);
  }
});
