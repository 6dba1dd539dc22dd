import type { Settings } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { ChannelEvent } from "../../channel/messages/message.ts";
import { deliveryId, jobOf, putInQueue } from "../../channel/delivery/outbox.ts";
import type { Job } from "../../contract/job.ts";
import type { Write } from "../../table/table.ts";
import type { People } from "../rows/map.ts";
import { timeOf, toMessage, toSummary } from "./message.ts";
import type { News, OpenChannel } from "./plan.ts";

/** Messages as writes for the transactions of a pass. */
export interface Messages {
  /** The messages about one incident, by its id. They belong to the transaction of its row. */
  messages: ReadonlyMap<string, readonly Write[]>;
  /** They belong to the first transaction: a summary too many is better than none. */
  summaries: readonly Write[];
  /** For the queue, after the transactions. What the queue loses is found by the index. */
  jobs: readonly Job[];
}

/** Makes the messages of one pass. The same news give the same ids. */
export class MessageWriter {
  readonly #messages = new Map<string, Write[]>();
  readonly #summaries: Write[] = [];
  readonly #jobs: Job[] = [];
  readonly #settings: Pick<Settings, "webOrigin" | "apiOrigin">;
  readonly #organization: OrganizationId;
  readonly #people: People;
  readonly #now: number;

  constructor(
    settings: Pick<Settings, "webOrigin" | "apiOrigin">,
    organization: OrganizationId,
    people: People,
    now: number,
  ) {
    this.#settings = settings;
    this.#organization = organization;
    this.#people = people;
    this.#now = now;
  }

  messages(): Messages {
    return { messages: this.#messages, summaries: this.#summaries, jobs: this.#jobs };
  }

  add(channel: OpenChannel, news: News): void {
    const { record, type } = news;
    const own = this.#messages.get(record.id) ?? [];
    this.#messages.set(record.id, own);
    const at = timeOf(news);
    const incident = toMessage(record, this.#organization, this.#people, this.#settings);
    own.push(this.#deliver(channel.id, [record.id, record.sequence, type], { type, at, incident }));
  }

  addSummary(channel: OpenChannel, news: readonly News[]): void {
    const named = news.map(({ record }) => [record.id, record.sequence]);
    const summary = toSummary(news, this.#settings);
    const event = { type: "incident.summary", at: this.#now, summary } as const;
    this.#summaries.push(this.#deliver(channel.id, [named, "incident.summary"], event));
  }

  #deliver(channelId: string, what: unknown, event: ChannelEvent): Write {
    const id = deliveryId(channelId, what, this.#now);
    this.#jobs.push(jobOf({ organizationId: this.#organization, channelId, deliveryId: id }));
    return putInQueue(this.#organization, { id, channelId, event, createdAt: this.#now });
  }
}
