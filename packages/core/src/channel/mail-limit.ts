import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { countBelow } from "../attempts/attempts.ts";
import { hour } from "../kit/time.ts";

/** How many mails an organization sends in an hour. A mail to two people counts as two. */
export const mostMails = 100;

/** Counts one mail. Returns false when the organization has sent enough of them in this hour. */
export async function mayMail(services: Services, organization: OrganizationId): Promise<boolean> {
  const counter = { what: "mails of an organization", name: organization, window: hour };
  return (await countBelow(services, counter, mostMails)) !== undefined;
}
