import type { OrganizationId } from "../../access/scope.ts";
import { type Key, keysIn, runIn } from "../../table/keys.ts";

const prefix = "NEWEST#";
const gatheringSuffix = "look";

/** The row that says when the newest figures of an organization were last gathered. */
export const gatheringKey = (organization: OrganizationId): Key =>
  keysIn(prefix)(organization, gatheringSuffix);

/** @param part counts from 0; the owner of an account, whose figures are in a row of their own */
export const newestKey = (organization: OrganizationId, part: number | string): Key =>
  keysIn(prefix)(organization, String(part));

/** The newest figures of an organization, in all their parts, and when they were gathered. */
export const newestOf = runIn(prefix);

export const isGathering = ({ sk }: Pick<Key, "sk">): boolean => sk === `${prefix}${gatheringSuffix}`;

/** Whether the row is a part of what looks have found, and not of an account. */
export const isPart = ({ sk }: Pick<Key, "sk">): boolean => /^\d+$/.test(sk.slice(prefix.length));
