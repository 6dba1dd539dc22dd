import type { OrganizationId } from "../../access/scope.ts";
import type { ChannelEnd, ChannelKind } from "../../contract/channel/words.ts";
import type { IncidentSeverity } from "../../contract/incident/words.ts";
import { list, mark, number, optional, text } from "../../table/field.ts";
import { RowKind, type RowOf } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";
import type { ChannelHealth } from "../delivery/schedule.ts";
import { channelKey, channelNamesKey } from "./channel.keys.ts";

/**
 * Where messages about incidents go. Each sealed text opens only with the channel's id, so it is of no use in the row
 * of another channel. Times are Unix epochs in milliseconds.
 */
export const channelKind = new RowKind("channel", 1, {
  id: text(),
  kind: text<ChannelKind>(),
  name: text(),
  /** Host and last characters of what opens the receiver; "" for mail. */
  target: text(),
  /** What opens the receiver: an address, a token or a key. */
  sealedUrl: optional(text()),
  /** Where within the receiver the messages go, such as a channel in Slack. */
  place: optional(text()),
  /** The secret that signs. */
  sealedSecret: optional(text()),
  /** The secret before the last rotation. It signs too until then. */
  formerSecret: optional(text()),
  formerUntil: optional(number()),
  /** What is less urgent is not sent. */
  minimum: text<IncidentSeverity>(),
  /** Absent while the channel is on. */
  off: optional(text<ChannelEnd>()),
  /** How its last attempts ended; see `ChannelHealth`. Only deliveries change it, and a person who switches it on. */
  failures: number(),
  failingSince: optional(number()),
  pausedUntil: number(),
  /** After several failures, the delivery that probes whether the receiver is back, and when it does. */
  probe: optional(text()),
  probeDue: optional(number()),
  /** At most two deliveries are sent at a time. Each takes one of these, until it ends or this time is over. */
  sendingOne: optional(number()),
  sendingTwo: optional(number()),
  /** Raised by every change of a person, and when the channel is switched off by itself. */
  revision: number(),
  /** The account that changed it last; absent where nobody has. */
  by: optional(text()),
  /** Present while the configuration file has it. */
  managedBy: optional(text<"file">()),
  at: number(),
});
export type ChannelRow = RowOf<typeof channelKind>;

export const readChannel = channelKind.read;

export const healthOf = ({ failures, failingSince, pausedUntil }: ChannelRow): ChannelHealth => ({
  failures,
  failingSince: failingSince ?? null,
  pausedUntil,
});

/**
 * The names of all channels of an organization, in the form in which they are compared. Every transaction that adds,
 * renames or deletes one writes this row, so names stay unique and their number stays limited.
 */
export const channelNamesKind = new RowKind("channel names", 1, { names: list(text()) });

/** Replaces the names. Fails when another request has changed them; undefined stands for no row. */
export const putChannelNames = (
  organization: OrganizationId,
  before: string[] | undefined,
  names: string[],
): Write => ({
  update: channelNamesKey(organization),
  change: channelNamesKind.replace({ names }),
  when: channelNamesKind.equals({ names: before }),
});

export const putChannel = (organization: OrganizationId, row: ChannelRow): Write => ({
  put: { ...channelKey(organization, row.id), ...channelKind.write(row) },
  when: [{ exists: false }],
});

/** What changes about a channel. `off` as null switches it on, `managedBy` as null gives it back to people; what is left out stays. */
export type ChannelUpdate = Partial<
  Pick<
    ChannelRow,
    | "name"
    | "target"
    | "sealedUrl"
    | "place"
    | "sealedSecret"
    | "formerSecret"
    | "formerUntil"
    | "minimum"
    | "by"
    | "at"
  >
> & { off?: ChannelEnd | null; health?: ChannelHealth; managedBy?: "file" | null };

/**
 * Changes a channel and raises its revision. Fails when somebody has changed it since. The channel for mail gets its
 * row with the first change.
 */
export function changeChannel(
  organization: OrganizationId,
  before: ChannelRow,
  update: ChannelUpdate,
): Write {
  if (before.revision === 0) return putChannel(organization, { ...before, ...fieldsOf(update), revision: 1 });
  const { id, revision } = before;
  return {
    update: channelKey(organization, id),
    change: {
      set: channelKind.changes({ ...fieldsOf(update), revision: revision + 1 }),
      remove: removedBy(update),
    },
    when: channelKind.equals({ revision }),
  };
}

const fieldsOf = ({ off, health, managedBy, ...rest }: ChannelUpdate) => ({
  ...rest,
  ...(managedBy && { managedBy }),
  ...(off && { off }),
  ...(health && { failures: health.failures, pausedUntil: health.pausedUntil }),
  ...(health && health.failingSince !== null && { failingSince: health.failingSince }),
});

/** The attributes that an update ends. */
const removedBy = ({ off, health, managedBy }: ChannelUpdate): string[] => [
  ...(managedBy === null ? [channelKind.attribute.managedBy] : []),
  ...(off === null ? [channelKind.attribute.off] : []),
  ...(health?.failingSince === null ? [channelKind.attribute.failingSince] : []),
];

/** Deletes a channel. Fails when somebody has changed it since. */
export const deleteChannel = (
  organization: OrganizationId,
  { id, revision }: Pick<ChannelRow, "id" | "revision">,
): Write => ({ delete: channelKey(organization, id), when: channelKind.equals({ revision }) });

/** Whether a person gets mail of incidents. There is no row before the first mail, or before they end it. */
export const mailSettingsKind = new RowKind("mail settings", 1, {
  /** In the address by which the person ends it. It opens nothing else, so it is stored as it is. */
  token: text(),
  off: mark(),
});
