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

/** A message to all members that 0.3.0 or a release before it wrote. */
export const announcementKey = keysIn(announcementPrefix);

/** The hash of the event that it is about, from its key. */
export const eventOfKey = ({ sk }: Pick<Key, "sk">): string => suffixOf(sk, announcementPrefix);

/** In the index: those that some members may not have received yet. */
export const undeliveredAnnouncements = "ANNOUNCEMENTS_UNFINISHED";
