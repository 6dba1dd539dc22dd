import * as z from "zod";
import { invitationStatus } from "../people/invitation.ts";

export const notification = z.object({
  id: z.string(),
  type: z
    .string()
    .describe(
      "INVITATION, DEPLOYMENT_DELETED, DEPLOYMENTS_MOVED, MEMBER_REMOVED, INCIDENT; others are shown by title and message",
    ),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  createdAt: z.iso.datetime(),
  metadata: z.object({
    reasonMessage: z.string().nullable(),
    invitationStatus: invitationStatus
      .optional()
      .describe("Of an invitation: what became of it. One that is not pending counts as read"),
    names: z.array(z.string()).optional().describe("Somebody else's names in the texts, to be set apart"),
    incidentId: z.string().optional().describe("Of one incident: its id"),
    incidentEnded: z
      .boolean()
      .optional()
      .describe("Of one incident: true, as it's listed when it has ended. Absent for another organization's"),
  }),
});
export type Notification = z.infer<typeof notification>;

export const notificationList = z.object({
  notifications: z.array(notification),
  unreadCount: z
    .number()
    .describe("Of all pages, whatever the list shows, without notifications of open incidents"),
  nextCursor: z.string().optional().describe("Present while there is more"),
});
export type NotificationList = z.infer<typeof notificationList>;
