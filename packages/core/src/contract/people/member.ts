import * as z from "zod";
import { organizationRole, role } from "./roles.ts";

/** Of an account. */
export const unverified = z
  .literal(true)
  .optional()
  .describe("Present while nobody but a copied link says that the email is the person's");

/** A member of an organization as its managers see them. */
export const member = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(role),
  lastLogin: z.iso.datetime(),
  unverified,
});
export type Member = z.infer<typeof member>;

export const memberList = z.object({
  members: z.array(member),
  nextCursor: z.string().optional().describe("Present while there is more"),
});

/** What every member may know of another one beside the name. */
const memberRoles = member.pick({ id: true, roles: true });
export type MemberRoles = z.infer<typeof memberRoles>;

export const memberRoleList = z.object({ members: z.array(memberRoles) });

/** What managers change about a member. */
export const memberInput = z.object({
  role: organizationRole.describe("A super admin keeps that role beside this one"),
});
export type MemberInput = z.infer<typeof memberInput>;
