/* The words of channels and their deliveries. Rows and addresses hold them, so they do not change. No schema is in this file. */

/** Where messages about incidents go, beside the notifications of this product. */
export const channelKinds = ["mail", "webhook"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** The kinds that people add. Every organization has one channel for mail from the start. */
export const addedChannelKinds = ["webhook"] as const satisfies readonly ChannelKind[];

/**
 * Why a channel is off. "person": somebody switched it off. "gone": its receiver answered 410. "failing": nothing
 * arrived for five days.
 */
export const channelEnds = ["person", "gone", "failing"] as const;
export type ChannelEnd = (typeof channelEnds)[number];

/** What a message is about. "incident.summary" stands for many incidents at a time. */
export const channelEventTypes = [
  "incident.opened",
  "incident.changed",
  "incident.acknowledged",
  "incident.resolved",
  "incident.summary",
  "test.ping",
] as const;
export type ChannelEventType = (typeof channelEventTypes)[number];

/**
 * What became of a message. "queued": it waits for its next attempt. "dead": all attempts failed. "skipped": it was not
 * sent, because its channel is off or it was out of date.
 */
export const deliveryStates = ["queued", "sent", "dead", "skipped"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why a message was skipped. "off": its channel is off. "gone": its channel was deleted. "over": its incident was over,
 * and the message of the end says when it began. "nobody": nobody gets the organization's mail.
 */
export const skipReasons = ["off", "gone", "over", "nobody"] as const;
export type SkipReason = (typeof skipReasons)[number];

/** How many channels an organization may add. */
export const mostChannels = 20;
export const longestChannelName = 60;
