import * as z from "zod";
import { unverified } from "./member.ts";
import { role } from "./roles.ts";

const organizationRequired = "Organization is required";
const roleRequired = "At least one role is required";
const roleUnknown = `Every role must be one of ${role.options.join(", ")}`;

/** What an administrator sets, with the messages of the specification. Both the form and the API use it. */
export const accountInput = z.object({
  organizationId: z.string({ error: organizationRequired }).min(1, organizationRequired).max(64),
  roles: z
    .array(z.enum(role.options, { error: roleUnknown }), { error: roleRequired })
    .min(1, roleRequired)
    .max(role.options.length),
});
export type AccountInput = z.infer<typeof accountInput>;

/** An account as administrators see it. */
export const account = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  organization: z.object({ id: z.string(), name: z.string() }).nullable(),
  roles: z.array(role).describe("None for somebody without organization, unless they are super admin"),
  lastLogin: z.iso.datetime(),
  unverified,
  deleting: z.boolean().describe("Its deletion has begun; deleting it again goes on where it stopped"),
});
export type Account = z.infer<typeof account>;

export const accountList = z.object({
  accounts: z.array(account),
  nextCursor: z.string().optional().describe("Present while there is more"),
});
