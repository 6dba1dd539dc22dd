import type { Settings } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { ChannelEvent } from "../../channel/messages/message.ts";
import { deliveryId, jobOf, putInQueue } from "../../channel/delivery/outbox.ts";
import type { Job } from "../../contract/job.ts";
import type { Write } from "../../table/table.ts";
import type { Callers } from "../../caller/names.ts";
import { timeOf, toMessage, toSummary } from "./message.ts";
import type { Plan } from "./plan.ts";

/** Messages as writes for the transactions of a pass. */
export interface Messages {
  /** The messages about one incident, by its id. They belong to the transaction of its row. */
  messages: ReadonlyMap<string, readonly Write[]>;
  /** They belong to the first transaction: a summary too many is better than none. */
  summaries: readonly Write[];
  /** For the queue, after the transactions. What the queue loses is found by the index. */
  jobs: readonly Job[];
}

/** Whose pass it is, and when. */
interface PassFacts {
  settings: Pick<Settings, "webOrigin" | "apiOrigin">;
  organization: OrganizationId;
  callers: Callers;
  now: number;
}

/** The messages of one pass. The same news give the same ids. */
export function writeMessages(
  { single, summaries }: Pick<Plan, "single" | "summaries">,
  { settings, organization, callers, now }: PassFacts,
): Messages {
  const messages = new Map<string, Write[]>();
  const jobs: Job[] = [];
  const deliver = (channelId: string, what: unknown, event: ChannelEvent): Write => {
    const id = deliveryId(channelId, what, now);
    jobs.push(jobOf({ organizationId: organization, channelId, deliveryId: id }));
    return putInQueue(organization, { id, channelId, event, createdAt: now });
  };
  for (const { channel, ...news } of single) {
    const { record, type } = news;
    const incident = toMessage(record, organization, callers, settings);
    const event = { type, at: timeOf(news), incident };
    const write = deliver(channel.id, [record.id, record.sequence, type], event);
    messages.set(record.id, [...(messages.get(record.id) ?? []), write]);
  }
  const written = summaries.map(({ channel, news }) => {
    const named = news.map(({ record }) => [record.id, record.sequence]);
    const event = { type: "incident.summary", at: now, summary: toSummary(news, settings) } as const;
    return deliver(channel.id, [named, "incident.summary"], event);
  });
  return { messages, summaries: written, jobs };
}
