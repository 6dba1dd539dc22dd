import type { Condition } from "../table/expression.ts";
import type { Key } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

/** What the row of every integration has. Times are Unix epochs in milliseconds. */
export interface IntegrationRow {
  id: string;
  createdAt: number;
  /** Id of the account that connected it. */
  createdBy: string;
  status: string;
  lastSyncAt?: number;
  lastError?: string;
  /** Id of the worker that reads the account now. */
  lease?: string;
  /** Until when no other worker may read it. */
  leaseUntil?: number;
  /** When its deletion began: from then on nobody sees it. */
  deletedAt?: number;
}

/** Holds while the integration exists and its deletion has not begun. */
export const living: readonly Condition[] = [{ exists: true }, { attribute: "deletedAt", absent: true }];

/** Holds only while the account is connected. Goes into every transaction that creates a deployment of it. */
export const checkConnected = (key: Key): Write => ({ check: key, when: living });

/** Marks the integration as deleted, unless that was done or `unchanged` does not hold. */
export const markRowDeleted = (key: Key, deletedAt: number, unchanged: readonly Condition[] = []): Write => ({
  update: key,
  change: { set: { deletedAt } },
  when: [...living, ...unchanged],
});

/**
 * Moves a stored row to another organization. Fails when one of the attributes named has changed since it was read.
 * @param more attributes that the row gets there
 */
export function moveRow(
  stored: Row,
  { from, to }: Record<"from" | "to", Key>,
  unchanged: readonly string[],
  more: Row = {},
): Write[] {
  const { lease: _, leaseUntil: __, ...rest } = stored;
  const conditions = unchanged.map(
    (attribute) => ({ attribute, is: "=", value: stored[attribute] }) satisfies Condition,
  );
  return [
    { delete: from, when: [...living, ...conditions] },
    { put: { ...rest, ...more, ...to }, when: [{ exists: false }] },
  ];
}
