import * as z from "zod";
import { emailForm } from "../../kit/email.ts";
import { unverified } from "./member.ts";
import { initialRole, organizationRole } from "./roles.ts";
import { linkQuestion, madeLink } from "./sign-in-link.ts";

const emailRequired = "Email is required";

/** The input of an invitation. Both the form and the API use it. */
export const invitationInput = z.object({
  inviteeEmail: z
    .string({ error: emailRequired })
    .trim()
    .min(1, { error: emailRequired, abort: true })
    .max(254, "Email must be no more than 254 characters long")
    .regex(emailForm, "Email must be an email address"),
  role: organizationRole.default(initialRole.invitee),
});
export type InvitationInput = z.infer<typeof invitationInput>;

export const person = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });
const inviter = person.extend({ unverified });
export type Inviter = z.infer<typeof inviter>;

export const invitationStatus = z.enum(["pending", "accepted", "rejected", "cancelled", "expired"]);
export type InvitationStatus = z.infer<typeof invitationStatus>;

/** How long an invitation can be accepted after it was sent, in days. */
export const invitationDays = 30;

export const invitation = z.object({
  id: z.string(),
  status: invitationStatus,
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime().describe("From then on it has expired, unless it is sent again"),
  role: organizationRole.describe("The role of the invitee once they accept"),
  organization: z.object({ name: z.string() }).describe("The one that invites, as it was called then"),
  invitedBy: inviter,
  inviterId: z
    .string()
    .optional()
    .describe("Id of the account that sent it last; only for the organization, and not in older ones"),
  invitee: person.describe("Where anybody may be invited, only the email is known"),
  linkEndsAt: z.iso
    .datetime()
    .optional()
    .describe("How long its link can be used; only for the organization, where anybody may be invited"),
  mailedAt: z.iso
    .datetime()
    .optional()
    .describe("When a link was mailed to the invitee; only for the organization"),
});
export type Invitation = z.infer<typeof invitation>;

/** An invitation that was sent, with the link to give to the invitee. It is shown once. */
export const sentInvitation = invitation.extend({
  link: madeLink.optional().describe("Only where anybody may be invited"),
});
export type SentInvitation = z.infer<typeof sentInvitation>;

/** How long the link of an invitation can be used, in days. Sending the invitation again makes a new one. */
export const invitationLinkDays = 7;

export const invitationQuestion = linkQuestion;

/** What the link of an invitation leads to. It says the same whether the email has an account or not. */
export const openedInvitation = z.object({
  ...invitation.pick({ id: true, role: true, organization: true, invitedBy: true }).shape,
  email: z.string().describe("Whom it is for"),
  expiresAt: z.iso.datetime().describe("How long the link can be used"),
});
export type OpenedInvitation = z.infer<typeof openedInvitation>;

export const invitationList = z.object({ invitations: z.array(invitation) });
