/* The words of channels and their deliveries. Rows and addresses hold them, so they do not change. No schema is in this file. */

/** What the product knows of a kind of channel, and what it calls it. */
interface ChannelTraits {
  /** What people read as its kind. */
  label: string;
  /** Whether people add channels of it. Of any other kind, every organization has one channel from the start. */
  isAdded: boolean;
  /**
   * What it gets of an incident. "openings": that it opens. "changes": that it changes and ends, too. "all": also that
   * somebody has acknowledged it, for programs that keep its state and for people who work on it together.
   */
  events: "openings" | "changes" | "all";
  /**
   * What becomes of many messages at a time. "summary": one takes the place of the rest. "each": they all go out, because
   * the other side keeps a state of each incident.
   */
  storms: "summary" | "each";
  /** Whether the message of an incident is changed in place, so that a change makes no noise. */
  inPlace: boolean;
  /** Whether its messages leave the product. A worker that reaches no other server has the rest. */
  goesOut: boolean;
}

const common = { events: "all", storms: "summary", inPlace: false, goesOut: true } as const;

/** Every kind of channel. Lists of kinds, and records over them, follow from this one. */
export const channelTraits = {
  mail: { ...common, label: "Email", isAdded: false, events: "changes" },
  app: { ...common, label: "In-app", isAdded: false, events: "openings", goesOut: false },
  webhook: { ...common, label: "Webhook", isAdded: true },
  slack: { ...common, label: "Slack", isAdded: true, inPlace: true },
  pagerduty: { ...common, label: "PagerDuty", isAdded: true, storms: "each" },
  teams: { ...common, label: "Microsoft Teams", isAdded: true },
  googlechat: { ...common, label: "Google Chat", isAdded: true },
} as const satisfies Record<string, ChannelTraits>;

/** Where messages about incidents go. */
export type ChannelKind = keyof typeof channelTraits;

type KindWith<Name extends keyof ChannelTraits, Value> = {
  [Kind in ChannelKind]: (typeof channelTraits)[Kind][Name] extends Value ? Kind : never;
}[ChannelKind];

/** The kinds that people add. */
export type AddedChannelKind = KindWith<"isAdded", true>;

/** The kinds whose messages leave the product. */
export type OutgoingChannelKind = KindWith<"goesOut", true>;

/** All kinds. Channels that every organization has are listed in this order. */
export const channelKinds = Object.keys(channelTraits) as ChannelKind[];

export const addedChannelKinds = channelKinds.filter(
  (kind): kind is AddedChannelKind => channelTraits[kind].isAdded,
);

/** Whether people add channels of a kind. */
export const isAddedChannel = (kind: string): kind is AddedChannelKind =>
  isKnownChannel(kind) && channelTraits[kind].isAdded;

/** The kinds of which every organization has one channel whose messages leave the product. Nobody adds or deletes it. */
export type GivenChannelKind = Exclude<OutgoingChannelKind, AddedChannelKind>;

export const givenChannelKinds = channelKinds.filter(
  (kind): kind is GivenChannelKind => !channelTraits[kind].isAdded && channelTraits[kind].goesOut,
);

/** Whether this release knows a kind. A later one may have written the row. */
export const isKnownChannel = (kind: string): kind is ChannelKind => Object.hasOwn(channelTraits, kind);

export const goesOut = (kind: string): kind is OutgoingChannelKind =>
  isKnownChannel(kind) && channelTraits[kind].goesOut;

/**
 * Why a channel is off. "person": somebody switched it off. "gone": its receiver answered 410. "failing": nothing
 * arrived for five days. "refused": the other side has said that its token, key or place is not valid any more.
 */
export const channelEnds = ["person", "gone", "failing", "refused"] as const;
export type ChannelEnd = (typeof channelEnds)[number];

/** What a message that leaves the product is about. "incident.summary" stands for many incidents at a time. */
export const messageTypes = [
  "incident.opened",
  "incident.changed",
  "incident.acknowledged",
  "incident.resolved",
  "incident.summary",
  "test.ping",
] as const;
export type MessageType = (typeof messageTypes)[number];

/** What a message is about. A "notice" goes to members only. It is no incident, but a deletion, for example. */
export const channelEventTypes = [...messageTypes, "notice"] as const;
export type ChannelEventType = (typeof channelEventTypes)[number];

/**
 * What became of a message. "queued": it waits for its next attempt. "dead": all attempts failed. "skipped": it was not
 * sent, because its channel is off or it was out of date.
 */
export const deliveryStates = ["queued", "sent", "dead", "skipped"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why a message was skipped. "off": its channel is off. "gone": its channel was deleted. "over": its incident was over,
 * and the message of the end says when it began. "nobody": nobody gets the organization's mail. "newer": a newer message
 * about the incident says all of it. "summarized": a summary took the place of all that waited.
 */
export const skipReasons = ["off", "gone", "over", "nobody", "newer", "summarized"] as const;
export type SkipReason = (typeof skipReasons)[number];

/** How many channels an organization may add. */
export const mostChannels = 20;
export const longestChannelName = 60;
