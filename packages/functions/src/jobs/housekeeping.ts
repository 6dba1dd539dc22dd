import { deliverToMembers } from "@shardwatch/core/channel/members";
import { finishAcceptance } from "@shardwatch/core/invitation/finish-moves";
import { deliverAnnouncement } from "@shardwatch/core/notification/former-announcements";
import { finishDeletion } from "@shardwatch/core/offboarding/organization";
import { onlyJobsOf } from "./worker.ts";

/** Finishes what requests have begun, and notifies members. It needs nothing but the table. */
export const housekeeping = onlyJobsOf("housekeeping", async (services, due) => {
  switch (due.kind) {
    case "finishOrganizationDeletion":
      return await finishDeletion(services, due.organizationId);
    case "finishAcceptance":
      return await finishAcceptance(services, due.accountId, due.invitationId);
    case "notifyMembers":
      return "announcement" in due
        ? await deliverAnnouncement(services, due.organizationId, due.announcement)
        : await deliverToMembers(services, due.organizationId, due.deliveryId);
  }
});
