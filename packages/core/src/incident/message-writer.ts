import type { Settings } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { ChannelEvent } from "../channel/message.ts";
import { deliveryId, putInQueue } from "../channel/outbox.ts";
import type { Job } from "../contract/job.ts";
import { digest } from "../kit/hash.ts";
import { criticalOpened, manyOpened } from "../notification/messages.ts";
import { putInOutbox } from "../notification/outbox.ts";
import type { Write } from "../table/table.ts";
import type { People } from "./map.ts";
import { timeOf, toMessage, toSummary } from "./message.ts";
import { members, type News, type OpenChannel } from "./plan.ts";
import { titleOf } from "./words.ts";

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
    if (channel.kind === members.kind) {
      const { id, cause } = record;
      own.push(this.#notify(criticalOpened({ id, title: titleOf(record), name: cause.name }, at)));
    } else {
      const incident = toMessage(record, this.#organization, this.#people, this.#settings);
      own.push(this.#deliver(channel.id, [record.id, record.sequence, type], { type, at, incident }));
    }
  }

  addSummary(channel: OpenChannel, news: readonly News[]): void {
    const named = news.map(({ record }) => [record.id, record.sequence]);
    const write =
      channel.kind === members.kind
        ? this.#notify(manyOpened(digest(JSON.stringify(named)), news.length, this.#now))
        : this.#deliver(channel.id, [named, "incident.summary"], {
            type: "incident.summary",
            at: this.#now,
            summary: toSummary(news, this.#settings),
          });
    this.#summaries.push(write);
  }

  #notify(notice: Parameters<typeof putInOutbox>[1]): Write {
    const [organizationId, announcement] = [this.#organization, digest(notice.event)];
    this.#jobs.push({ kind: "notifyMembers", organizationId, announcement });
    return putInOutbox(this.#organization, notice);
  }

  #deliver(channelId: string, what: unknown, event: ChannelEvent): Write {
    const id = deliveryId(channelId, what, this.#now);
    this.#jobs.push({ kind: "deliver", organizationId: this.#organization, channelId, deliveryId: id });
    return putInQueue(this.#organization, { id, channelId, event, createdAt: this.#now });
  }
}
