import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Channel } from "../channels.ts";
import type { Delivery } from "../rows/delivery.table.ts";
import type { Sendable, AttemptResult } from "../delivery/attempt.ts";
import type { DeliveryAction, ActionBySiblings } from "../delivery/action.ts";

/** How a kind of channel sends. Only the worker that sends has this code. */
export interface ChannelSender {
  /** What the state of the channel decides about a delivery whose time has come. Left out where nothing fails it. */
  actionByHealth?: (channel: Channel, delivery: Delivery, now: number) => DeliveryAction | undefined;
  /** Whether the channel takes no more at a time. */
  isBusy?: (channel: Channel, now: number) => boolean;
  /** Until when a delivery waits for another one that takes its place, Unix epoch in milliseconds; undefined for none. */
  waitsUntil?: (
    services: Services,
    organization: OrganizationId,
    of: { channel: Channel; delivery: Delivery; now: number },
  ) => Promise<number | undefined>;
  actionBySiblings: ActionBySiblings;
  /** Tries once, and stores how it went. */
  send: (services: Services, organization: OrganizationId, sendable: Sendable) => Promise<AttemptResult>;
}
