import type { OrganizationId } from "../../access/scope.ts";
import { day } from "../../kit/time.ts";
import { type Key, partitionOf, type Run, runIn } from "../../table/keys.ts";

const hoursPrefix = "HOURS#";
const daysPrefix = "DAYS#";

/** Days are numbered from 1970-01-01. */
const dateOf = (dayNumber: number): string => new Date(dayNumber * day).toISOString().slice(0, 10);
const numberOf = (date: string): number => Date.parse(date) / day;

/** Day 4 was a Monday. */
const monday = 4;
/** The place of a day in its week; 0 is Monday. */
export const weekdayOf = (dayNumber: number): number => (dayNumber - monday + 7) % 7;
export const mondayOf = (dayNumber: number): number => dayNumber - weekdayOf(dayNumber);

const prefixOf = (prefix: string, id: string): string => `${prefix}${id}#`;

/** Part 0 has the key that a past in one row has. */
const suffixOfPart = (part: number): string => (part === 0 ? "" : `#${part}`);

/** The hours of one day of a deployment. @param part counts from 0 */
export const hoursKey = (organization: OrganizationId, id: string, dayNumber: number, part = 0): Key => ({
  pk: partitionOf(organization),
  sk: prefixOf(hoursPrefix, id) + dateOf(dayNumber) + suffixOfPart(part),
});

/** The days of the week in which a day is. @param part counts from 0 */
export const daysKey = (organization: OrganizationId, id: string, dayNumber: number, part = 0): Key => ({
  pk: partitionOf(organization),
  sk: prefixOf(daysPrefix, id) + dateOf(mondayOf(dayNumber)) + suffixOfPart(part),
});

/** The key after all parts of this one. */
export const lastPartOf = ({ sk }: Pick<Key, "sk">): string => `${sk}#~`;

/** All hours of a deployment, in the order of their days. */
export const hoursOf = (organization: OrganizationId, id: string): Run => ({
  pk: partitionOf(organization),
  prefix: prefixOf(hoursPrefix, id),
});

/** All days of a deployment, in the order of their weeks. */
export const daysOf = (organization: OrganizationId, id: string): Run => ({
  pk: partitionOf(organization),
  prefix: prefixOf(daysPrefix, id),
});

/** The day in the key of a row of hours, or the Monday in that of a row of days. */
export const dayOfKey = ({ sk }: Pick<Key, "sk">): number => numberOf(sk.split("#")[2] ?? "");

export const partOfKey = ({ sk }: Pick<Key, "sk">): number => Number(sk.split("#")[3] ?? 0);

/** All that the fold writes of deployments. */
export const runsOfFold = [runIn(hoursPrefix), runIn(daysPrefix)] as const;
