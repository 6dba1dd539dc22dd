import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import { criticalOpened, manyOpened } from "../notification/messages.ts";
import { type Notice, notifyAll } from "../notification/notify.ts";
import { memberIds } from "../organization/members.ts";
import type { Write } from "../table/table.ts";
import { deliveryKey, membersId } from "./rows/channel.keys.ts";
import { type Delivery, readDelivery } from "./rows/delivery.table.ts";
import { deliveryId, putInQueue } from "./delivery/outbox.ts";
import { endAttempt } from "./rows/sending.table.ts";
import { isMade } from "./delivery/attempt.ts";

/*
 * The members of an organization are one of its channels. What hands a message over needs the table only, so it is apart
 * from what reaches other servers.
 */

const idOf = ({ event, at }: Pick<Notice, "event" | "at">): string => deliveryId(membersId, event, at);

/**
 * Writes a notice to all members. The write belongs to the transaction that causes it, and fails when there is one of the
 * same event and time. Call `notifyMembers` afterwards.
 */
export const putNotice = (organization: OrganizationId, notice: Notice): Write =>
  putInQueue(organization, {
    id: idOf(notice),
    channelId: membersId,
    event: { type: "notice", at: notice.at, notice },
    createdAt: notice.at,
  });

/** Hands a notice over at once. It never throws: the schedule finds in the next minute what fails. */
export async function notifyMembers(
  services: Services,
  organization: OrganizationId,
  notice: Pick<Notice, "event" | "at">,
): Promise<void> {
  try {
    await handOver(services, organization, idOf(notice));
  } catch (error) {
    services.log.warn("notifying members is left to the schedule", { organizationId: organization, error });
  }
}

/** Hands over a message that the schedule or a pass has queued. Safe to repeat. */
export const deliverToMembers = (services: Services, organizationId: string, id: string): Promise<void> =>
  handOver(services, organizationOfJob(organizationId), id);

async function handOver(services: Services, organization: OrganizationId, id: string): Promise<void> {
  const row = await services.table.get(deliveryKey(organization, membersId, id));
  const delivery = row && readDelivery(row);
  const notice = delivery && noticeOf(organization, delivery);
  if (!notice || delivery.state !== "queued") return;
  const at = services.clock.now();
  const begun = performance.now();
  const members = await memberIds(services, organization);
  await notifyAll(services, members, notice);
  const attempt = {
    at,
    milliseconds: Math.round(performance.now() - begun),
    status: null,
    reason: null,
    excerpt: `${members.length} notified`,
  };
  const ended = { attempts: [attempt], next: { state: "sent" }, lease: undefined } as const;
  // It fails where another worker has stored it, or the organization is deleted.
  await isMade(services, endAttempt(organization, delivery, ended));
}

/**
 * What a member reads. Its event makes a second notification of the same one impossible. Undefined for what only a later
 * release knows: it waits for that release.
 */
function noticeOf(organization: OrganizationId, { id, event }: Delivery): Notice | undefined {
  if ("notice" in event) return event.notice;
  if ("summary" in event) {
    const { opened, first } = event.summary;
    const many = { name: id, count: opened, incidentIds: first.map((one) => one.id) };
    return manyOpened(many, organization, event.at);
  }
  if (!("incident" in event)) return undefined;
  const { id: incidentId, title, cause } = event.incident;
  return criticalOpened({ id: incidentId, title, name: cause.name }, organization, event.at);
}
