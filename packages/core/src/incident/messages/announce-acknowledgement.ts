import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { findCallers } from "../../caller/names.ts";
import { allOf } from "../../channel/channels.ts";
import { deliveryId, putInQueue } from "../../channel/delivery/outbox.ts";
import { channelTraits, isKnownChannel } from "../../contract/channel/words.ts";
import type { Write } from "../../table/table.ts";
import { accountsIn } from "../rows/map.ts";
import { toMessage } from "./message.ts";
import type { IncidentRecord } from "../rows/record.ts";

const type = "incident.acknowledged";

/**
 * The messages about an acknowledgement, for its transaction. Programs keep a state of the incident, so the webhooks
 * that know it get one. People do not: they see it in the list. The message is found by the index, because the function
 * that answers people has no queue.
 */
export async function announceAcknowledgement(
  services: Services,
  organization: OrganizationId,
  before: IncidentRecord,
): Promise<{ record: IncidentRecord; messages: Write[] }> {
  const { notified, acknowledged } = before;
  if (!acknowledged || Object.keys(notified.channels).length === 0) return { record: before, messages: [] };
  const [channels, callers] = await Promise.all([
    allOf(services, organization),
    findCallers(services, accountsIn([before])),
  ]);
  const webhooks = channels.filter(
    ({ id, kind, off }) => hearsOfIt(kind) && off === undefined && notified.channels[id] !== undefined,
  );
  if (webhooks.length === 0) return { record: before, messages: [] };
  const record = raised(before, new Set(webhooks.map(({ id }) => id)));
  const incident = toMessage(record, organization, callers, services.settings);
  const { at } = acknowledged;
  const messages = webhooks.map(({ id: channelId }) => {
    const id = deliveryId(channelId, [record.id, record.sequence, type], at);
    return putInQueue(organization, { id, channelId, event: { type, at, incident }, createdAt: at });
  });
  return { record, messages };
}

const hearsOfIt = (kind: string): boolean => isKnownChannel(kind) && channelTraits[kind].events === "all";

/** Receivers drop what is not newer, so the message has a sequence of its own. For all others, nothing is new. */
function raised(record: IncidentRecord, webhooks: ReadonlySet<string>): IncidentRecord {
  const { notified, sequence } = record;
  const next = (id: string, last: number) => (webhooks.has(id) || last === sequence ? sequence + 1 : last);
  return {
    ...record,
    sequence: sequence + 1,
    notified: {
      ...notified,
      sequence: notified.sequence === sequence ? sequence + 1 : notified.sequence,
      channels: Object.fromEntries(
        Object.entries(notified.channels).map(([id, last]) => [id, next(id, last)] as const),
      ),
    },
  };
}
