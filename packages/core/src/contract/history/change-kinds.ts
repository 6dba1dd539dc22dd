/** What an entry of the feed of changes can be. Stored. */
export const changeKinds = ["changed", "appeared", "deleted", "moved here", "moved away"] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** The fields of a change that concern an element of a deployment begin with one of these and a dot. */
export const changeLists = ["databases", "nodes", "shards"] as const;

/** The field of an element that was added or removed, after its list and the dot. */
export const added = "added";
export const removed = "removed";
