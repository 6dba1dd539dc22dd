import type { OrganizationId } from "../../access/scope.ts";
import { day } from "../../kit/time.ts";
import { type Key, partitionOf, type Run } from "../../table/keys.ts";

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

/** The hours of one day of a deployment. */
export const hoursKey = (organization: OrganizationId, id: string, dayNumber: number): Key => ({
  pk: partitionOf(organization),
  sk: prefixOf(hoursPrefix, id) + dateOf(dayNumber),
});

/** The days of the week in which a day is. */
export const daysKey = (organization: OrganizationId, id: string, dayNumber: number): Key => ({
  pk: partitionOf(organization),
  sk: prefixOf(daysPrefix, id) + dateOf(mondayOf(dayNumber)),
});

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
export const dayOfKey = ({ sk }: Pick<Key, "sk">): number => numberOf(sk.slice(sk.lastIndexOf("#") + 1));
