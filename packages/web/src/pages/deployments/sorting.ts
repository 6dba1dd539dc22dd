import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { typeLabel } from "./describe.ts";

/** What the list can be sorted by, as it stands in the address, with how the two directions are called. */
export const sortFields = {
  name: { label: "Name", asc: "A to Z", desc: "Z to A" },
  type: { label: "Type", asc: "A to Z", desc: "Z to A" },
  databaseCount: { label: "Databases", asc: "fewest first", desc: "most first" },
  licenseUtilization: { label: "License utilization", asc: "lowest first", desc: "highest first" },
  lastUpdated: { label: "Last updated", asc: "oldest first", desc: "newest first" },
  licenseExpiration: { label: "License expiration", asc: "soonest first", desc: "latest first" },
} as const;

export type SortField = keyof typeof sortFields;
export type Order = "asc" | "desc";

export const isSortField = (text: string): text is SortField => Object.hasOwn(sortFields, text);

const time = (date: string | null | undefined) => {
  const value = date ? Date.parse(date) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
};

/** The RAM shards in use of their limit; flash does not count. */
function ramRatio(license: DeploymentListItem["license"]): number | undefined {
  if (!license || !(license.ramShardsLimit > 0)) return undefined;
  return license.ramShardsInUse / license.ramShardsLimit;
}

const values: Record<Exclude<SortField, "name">, (row: DeploymentListItem) => string | number | undefined> = {
  type: ({ type }) => typeLabel(type),
  databaseCount: ({ databaseCount }) => databaseCount,
  licenseUtilization: ({ license }) => ramRatio(license),
  lastUpdated: ({ lastUpdated }) => time(lastUpdated),
  licenseExpiration: ({ license }) => time(license?.expirationDate),
};

/**
 * The rows by one of their values. Rows without it stand last in both directions, and rows with the same one
 * stay in the order in which they came.
 */
export function sortedBy<Entry extends { row: DeploymentListItem }>(
  entries: readonly Entry[],
  field: keyof typeof values,
  order: Order,
): Entry[] {
  const sign = order === "asc" ? 1 : -1;
  return entries
    .map((entry) => ({ entry, value: values[field](entry.row) }))
    .toSorted((a, b) => {
      if (a.value === b.value) return 0;
      if (a.value === undefined) return 1;
      if (b.value === undefined) return -1;
      return a.value < b.value ? -sign : sign;
    })
    .map(({ entry }) => entry);
}
