import { audit } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import { transactAsCaller } from "../caller/transact.ts";
import { countInHour } from "../attempts/hourly.ts";
import { auditRow } from "../audit/audit.ts";
import type { DeliveryList, LoggedDelivery } from "../contract/channel/delivery.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { nextBefore, readBefore } from "../table/newest-first.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { deliveriesOf, deliveryKey } from "./rows/channel.keys.ts";
import { type Delivery, readDelivery } from "./rows/delivery.table.ts";
import { titleOfSummary } from "./messages/mail.ts";
import { sendSoon } from "./delivery/outbox.ts";
import { findTestable, findOwn, requireOrganization } from "./find-own.ts";
import { retryNow } from "./rows/sending.table.ts";

const iso = (time: number) => new Date(time).toISOString();

/** A page of what was sent to a channel of the caller's organization, newest first. Throws notFound and invalid. */
export async function listDeliveries(
  ctx: ReaderContext,
  channelId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<DeliveryList> {
  const organization = requireOrganization(ctx);
  await findOwn(ctx, organization, channelId);
  const before = readBefore(cursor, (id) => isId("delivery", id));
  const after = before === undefined ? undefined : deliveryKey(organization, channelId, before).sk;
  const { rows, last } = await ctx.table.query(deliveriesOf(organization, channelId), {
    limit,
    after,
    descending: true,
  });
  const deliveries = rows.map((row) => toLogged(readDelivery(row)));
  return { deliveries, ...nextBefore(last === undefined ? undefined : deliveries.at(-1)?.id) };
}

/** How many messages an organization may send again in an hour. A receiver may be somebody else's. */
export const mostRetries = 100;

/**
 * Has a message sent again, now, whatever the schedule says. Throws notFound, and conflict for a message that arrived,
 * that was skipped, or that is being sent. Throws tooMany.
 */
export async function retryDelivery(
  ctx: ReaderContext,
  channelId: string,
  id: string,
): Promise<LoggedDelivery> {
  const organization = requireOrganization(ctx);
  const retried = await retryOnConflict(async () => {
    const channel = await findTestable(ctx, organization, channelId);
    const row = isId("delivery", id)
      ? await ctx.table.get(deliveryKey(organization, channelId, id))
      : undefined;
    if (!row) throw new Problem("notFound", "Delivery not found");
    const delivery = readDelivery(row);
    const now = ctx.clock.now();
    if (channel.off !== undefined)
      throw new Problem("conflict", "The channel is off. Switch it on first.", { code: "CHANNEL_OFF" });
    if (!["queued", "dead"].includes(delivery.state) || (delivery.leaseUntil ?? 0) >= now)
      throw new Problem("conflict", "Only a message that did not arrive can be sent again.", {
        code: "DELIVERY_ENDED",
      });
    const counted = await countInHour(ctx, {
      what: "retries of messages",
      name: organization,
      most: mostRetries,
      code: "TOO_MANY_RETRIES",
      sentence: `You can send ${mostRetries} messages again in an hour.`,
    });
    await transactAsCaller(ctx, organization, "manageOrganization", [
      retryNow(organization, delivery, now),
      counted,
      auditRow(ctx, organization, { action: "channel.retried", id: channelId, name: channel.name }),
    ]);
    return { ...delivery, state: "queued" as const, due: now };
  });
  audit(ctx, "channel.retried", { channelId, deliveryId: id, organizationId: organization });
  await sendSoon(ctx, { organizationId: organization, channelId, deliveryId: id });
  return toLogged(retried);
}

function toLogged({
  id,
  type,
  incidentId,
  event,
  createdAt,
  state,
  due,
  why,
  attempts,
}: Delivery): LoggedDelivery {
  return {
    id,
    type,
    title: titleOf(event),
    incidentId: incidentId ?? null,
    createdAt: iso(createdAt),
    state,
    dueAt: due === undefined ? null : iso(due),
    why: why ?? null,
    attempts: attempts.map(({ at, ...attempt }) => ({ at: iso(at), ...attempt })),
  };
}

function titleOf(event: Delivery["event"]): string {
  if ("incident" in event) return event.incident.title;
  if ("notice" in event) return event.notice.message;
  return event.type === "incident.summary" ? titleOfSummary(event.summary) : "Test";
}
