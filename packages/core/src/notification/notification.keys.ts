import { type Key, keysIn, partitionOfAccount, type Run, suffixOf } from "../table/keys.ts";

const notificationPrefix = "NOTE#";
const announcementPrefix = "NEWS#";

export const notificationKey = (accountId: string, id: string): Key => ({
  pk: partitionOfAccount(accountId),
  sk: `${notificationPrefix}${id}`,
});

/** The notifications of one person, oldest first. */
export const notificationsOf = (accountId: string): Run => ({
  pk: partitionOfAccount(accountId),
  prefix: notificationPrefix,
});

/** The message to all members about an event. */
export const outboxKey = keysIn(announcementPrefix);

/** The hash of the event that a message is about, from its key. */
export const eventOfKey = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, announcementPrefix);

/** In the index: messages that some members may not have received yet. */
export const undeliveredMessages = "ANNOUNCEMENTS_UNFINISHED";
