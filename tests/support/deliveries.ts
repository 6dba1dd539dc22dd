import type { Services } from "@shardwatch/core/access/context";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import { channelKey, deliveryKey, mailChannelId } from "@shardwatch/core/channel/rows/channel.keys";
import { type ChannelRow, putChannel, readChannel } from "@shardwatch/core/channel/rows/channel.table";
import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { type Delivery, readDelivery } from "@shardwatch/core/channel/rows/delivery.table";
import type {
  ChannelEvent,
  IncidentEventType,
  MessageIncident,
} from "@shardwatch/core/channel/messages/message";
import { deliverToMembers } from "@shardwatch/core/channel/members";
import { type DeliveryJob, deliveryId, putInQueue } from "@shardwatch/core/channel/delivery/outbox";
import { newSigningSecret } from "@shardwatch/core/channel/sign";
import { newId } from "@shardwatch/core/kit/ids";
import { Secret } from "@shardwatch/core/kit/secret";
import { scopeOf } from "./scope.ts";
import type { Person, World } from "./world.ts";

type Owner = Pick<Person, "organizationId">;

export interface TestChannel {
  id: string;
  owner: Owner;
  secret: Secret;
}

/** A webhook of an organization, as its route stores it. */
export async function addWebhook(
  { services, clock }: World,
  owner: Owner,
  url: string,
  more: Partial<ChannelRow> = {},
): Promise<TestChannel> {
  const id = newId("channel", clock.now(), services.random.bytes(16));
  const secret = newSigningSecret(services.random);
  const row: ChannelRow = {
    id,
    kind: "webhook",
    name: "On call",
    target: "hooks.example.com",
    sealedUrl: await services.vault.seal(new Secret(url), id),
    sealedSecret: await services.vault.seal(secret, id),
    minimum: "info",
    failures: 0,
    pausedUntil: 0,
    revision: 1,
    at: clock.now(),
    ...more,
  };
  await services.table.transact([putChannel(scopeOf(owner), row)]);
  return { id, owner, secret };
}

export const mailChannel = (owner: Owner): Pick<TestChannel, "id" | "owner"> => ({
  id: mailChannelId(scopeOf(owner)),
  owner,
});

/** An incident as messages have it. */
export const messageIncident = (more: Partial<MessageIncident> = {}): MessageIncident => ({
  id: "inc_00000000000000000000000001",
  sequence: 1,
  rule: "memory-full",
  severity: "critical",
  title: "Memory is full: cart",
  cause: { kind: "deployment", id: "dep_1", name: "cart" },
  openedAt: Date.parse("2026-03-01T12:00:00.000Z"),
  state: "open",
  resolvedAt: null,
  acknowledged: null,
  affected: { count: 1, first: [{ id: "dep_1", name: "cart", value: "96%" }] },
  advice: "",
  command: "",
  links: { web: "http://localhost:5173/incidents/inc_1", api: "http://localhost:3001/incidents/inc_1" },
  ...more,
});

/** Queues a message as a pass does; returns the name of its delivery. */
export async function enqueue(
  { services, clock }: World,
  { id: channelId, owner }: Pick<TestChannel, "id" | "owner">,
  type: IncidentEventType | "test.ping" = "incident.opened",
  incident: Partial<MessageIncident> = {},
) {
  const at = clock.now();
  const event: ChannelEvent =
    type === "test.ping"
      ? { type, at, channel: { id: channelId, name: "On call" }, link: "http://localhost:5173/" }
      : { type, at, incident: messageIncident({ openedAt: at, ...incident }) };
  const id = deliveryId(channelId, event, at);
  const organization = scopeOf(owner);
  await services.table.transact([putInQueue(organization, { id, channelId, event, createdAt: at })]);
  return { organizationId: owner.organizationId, channelId, deliveryId: id };
}

export type Name = Awaited<ReturnType<typeof enqueue>>;

export async function deliveryOf({ services }: World, name: Name): Promise<Delivery> {
  const row = await services.table.get(deliveryKey(scopeOf(name), name.channelId, name.deliveryId));
  if (!row) throw new Error("there is no such delivery");
  return readDelivery(row);
}

export async function channelOf({ services }: World, { id, owner }: TestChannel): Promise<ChannelRow> {
  const row = await services.table.get(channelKey(scopeOf(owner), id));
  if (!row) throw new Error("there is no such channel");
  return readChannel(row);
}

/** Does a job of the schedule, as its worker does. */
export const handOver = (services: Services, job: DeliveryJob): Promise<void> =>
  job.kind === "deliver"
    ? deliverMessage(services, job)
    : deliverToMembers(services, job.organizationId, job.deliveryId);

/** Delivers all that is due, as the schedule and the workers do. */
export async function deliverDue(world: World, services: Services = world.services): Promise<void> {
  for (const job of await dueDeliveries(services)) await handOver(services, job);
}
