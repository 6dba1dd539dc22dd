import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { countBelow } from "../../attempts/attempts.ts";
import { hour } from "../../kit/time.ts";

/** How many mails an organization sends in an hour. A mail to two people counts as two. */
export const mostMails = 100;

/** So many of them are for what is critical, so that a day of small news does not use up the mail of an outage. */
const keptForCritical = 30;

/**
 * Counts one mail. Returns false when the organization has sent enough of them in this hour.
 * @param isCritical whether the mail is about something critical
 */
export async function mayMail(
  services: Services,
  organization: OrganizationId,
  isCritical: boolean,
): Promise<boolean> {
  const counter = { what: "mails of an organization", name: organization, window: hour };
  const most = isCritical ? mostMails : mostMails - keptForCritical;
  return (await countBelow(services, counter, most)) !== undefined;
}
