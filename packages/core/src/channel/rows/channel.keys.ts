import type { OrganizationId } from "../../access/scope.ts";
import { sha256 } from "../../kit/hash.ts";
import { derivedId } from "../../kit/ids.ts";
import {
  type Key,
  keyIn,
  keysIn,
  organizationIn,
  partitionOf,
  partitionOfAccount,
  type Run,
  runIn,
  suffixOf,
} from "../../table/keys.ts";

const channelPrefix = "CHANNEL#";
const deliveryPrefix = "DELIVERY#";

export const channelKey = keysIn(channelPrefix);

/** The channels of an organization that somebody added or changed, oldest first. */
export const channelsOf = runIn(channelPrefix);

/** The row with the names of all channels of an organization. */
export const channelNamesKey = keyIn("CHANNELNAMES");

/** The id of an organization's channel for mail. It has a row only when somebody has changed it. */
export const mailChannelId = (organization: OrganizationId): string =>
  derivedId("channel", sha256(`mail of ${organization}`));

/** The id of the channel to the members, in every organization. Incidents remember it among those that know them. */
export const membersId = "members";

export const deliveryKey = (organization: OrganizationId, channelId: string, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `${deliveryPrefix}${channelId}#${id}`,
});

/** The deliveries of one channel, oldest first. */
export const deliveriesOf = (organization: OrganizationId, channelId: string): Run => ({
  pk: partitionOf(organization),
  prefix: `${deliveryPrefix}${channelId}#`,
});

/** In the index: deliveries that are not finished, by the time of their next attempt. */
export const dueDeliveries = "DELIVERIES_DUE";

/** The place of a delivery among those that are due. It starts with the minute, such as "2026-03-01T12:05". */
export const dueKey = (due: number, id: string) => ({
  gsi1pk: dueDeliveries,
  gsi1sk: `${minuteOf(due)}#${id}`,
});

/** A minute as the index has it. */
export const minuteOf = (time: number): string => new Date(time).toISOString().slice(0, 16);

/** Names a delivery. */
export interface DeliveryName {
  organizationId: string;
  channelId: string;
  deliveryId: string;
}

/** The delivery of a key. */
export function deliveryOfKey({ pk, sk }: Key): DeliveryName {
  const [channelId = "", deliveryId = ""] = suffixOf(sk, deliveryPrefix).split("#");
  return { organizationId: organizationIn(pk), channelId, deliveryId };
}

/** Whether a person gets mail of incidents. */
export const mailSettingsKey = (accountId: string): Key => ({
  pk: partitionOfAccount(accountId),
  sk: "MAIL",
});
