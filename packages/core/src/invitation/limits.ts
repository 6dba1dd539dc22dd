import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { attemptsOf, type Counter, countWith, waitFor } from "../attempts/attempts.ts";
import { newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { day, hour, second } from "../kit/time.ts";
import { checkQuota, type Quota, reserve } from "../organization/quota.ts";
import type { Write } from "../table/table.ts";
import { inviteesOf, invitationsOf, sentInvitationKey } from "./invitation.keys.ts";

/** How many invitations of an organization may be pending, and how many it may send in a day. */
export const mostPending = 100;
const mostInADay = 200;
/** How many invitations an organization may send to one person in a day. Each one notifies them. */
export const mostToOne = 5;

const quotaOf = (services: Services, organization: OrganizationId): Quota => ({
  what: "invitations",
  most: mostPending,
  count: () => services.table.count(inviteesOf(organization)),
  full: () =>
    new Problem("conflict", `You already have ${mostPending} pending invitations. Cancel one first.`, {
      code: "TOO_MANY_PENDING",
    }),
});

async function refuseTooManyInADay(services: Services, organization: OrganizationId): Promise<void> {
  const yesterday = newId("invitation", services.clock.now() - day, new Uint8Array(16));
  const recent = await services.table.query(invitationsOf(organization), {
    after: sentInvitationKey(organization, yesterday).sk,
    limit: mostInADay,
    attributes: [],
  });
  if (recent.rows.length >= mostInADay)
    throw new Problem("tooMany", `You can send ${mostInADay} invitations a day. Try again later.`, {
      retryAfterSeconds: hour / second,
    });
}

const toOne = (organization: OrganizationId, inviteeId: string): Counter => ({
  what: "invitations of one person",
  name: JSON.stringify([organization, inviteeId]),
  window: day,
});

/** Without it, somebody could cancel and invite again and again, and notify a stranger each time. */
async function refuseTooManyToOne(
  services: Services,
  organization: OrganizationId,
  inviteeId: string,
): Promise<void> {
  const [sent = 0] = await attemptsOf(services, [toOne(organization, inviteeId)]);
  if (sent < mostToOne) return;
  const { retryAfterSeconds } = waitFor(services, day);
  const sentence = `You can invite the same person ${mostToOne} times a day.`;
  throw new Problem("tooMany", sentence, { code: "INVITED_TOO_OFTEN", retryAfterSeconds });
}

/** Throws conflict and tooMany where an organization may send no further invitation, or none to this person. */
export async function refuseTooMany(
  services: Services,
  organization: OrganizationId,
  inviteeId: string,
): Promise<void> {
  await Promise.all([
    refuseTooManyInADay(services, organization),
    refuseTooManyToOne(services, organization, inviteeId),
    checkQuota(services, organization, quotaOf(services, organization)),
  ]);
}

/** The writes that count an invitation. They fail where one more is too many. */
export const countInvitation = (
  services: Services,
  organization: OrganizationId,
  inviteeId: string,
): Write[] => [
  reserve(organization, quotaOf(services, organization)),
  countWith(services, toOne(organization, inviteeId), mostToOne),
];
