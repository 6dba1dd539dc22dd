import type { Condition } from "../table/expression.ts";
import { number, optional, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { revision } from "../table/revision.ts";
import { type Row, RowKind, type ValueOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";

/** The fields that the rows of all kinds of integrations have. Times are Unix epochs in milliseconds. */
export const integrationFields = {
  id: text(),
  createdAt: number(),
  /** Id of the account that connected it. */
  createdBy: text(),
  /** Present when the configuration file manages it. */
  managedBy: optional(text<"file">()),
  lastSyncAt: optional(number()),
  /** When a reading that brought data ended last. Absent before the first, and in rows of former versions. */
  dataAt: optional(number()),
  lastError: optional(text()),
  /** JSON of the steps of the last reading, as `integration/steps.ts` writes it. */
  steps: optional(text()),
  /** Id of the worker that reads the account now. */
  lease: optional(text()),
  /** When the lease expires. */
  leaseUntil: optional(number()),
  /** JSON of how far the reading under way is, as `integration/progress.ts` writes it. It ends with the lease. */
  progress: optional(text()),
  /** When its deletion began. Since then, nobody sees it. */
  deletedAt: optional(number()),
  revision,
};

/** The row of an integration with the fields that all kinds have. Each kind has its own statuses. */
export type IntegrationRow = ValueOf<typeof integrationFields> & { status: string };

/**
 * When a reading that brought data ended last. A row of a former version has it only while its last reading was a
 * success.
 */
export function lastDataOf({ dataAt, lastSyncAt, status }: IntegrationRow): number | undefined {
  return dataAt ?? (status === "ok" || status === "partial" ? lastSyncAt : undefined);
}

/** Writes these fields for every kind. */
export const anyIntegration = new RowKind("integration", 1, integrationFields);

const { attribute } = anyIntegration;

/** The attributes of a lease. They are present while a worker reads the account. */
export const leaseAttributes: readonly string[] = [attribute.lease, attribute.leaseUntil, attribute.progress];

/** Reads and writes the row of one kind of integration. `RowKind` implements it. */
export interface IntegrationCodec<R> {
  read: (row: Row) => R;
  changes: (part: Partial<R>) => Row;
  /** The names of the attributes, by field. */
  attribute: Readonly<Record<keyof R, string>>;
}

/** Holds while the integration exists and its deletion has not begun. */
export const living: readonly Condition[] = [
  { exists: true },
  ...anyIntegration.equals({ deletedAt: undefined }),
];

/** Holds only while the account is connected. Goes into every transaction that creates a deployment of it. */
export const checkConnected = (key: Key): Write => ({ check: key, when: living });

/** Marks the integration as deleted. Fails when it is marked already or `unchanged` does not hold. */
export const markRowDeleted = (key: Key, deletedAt: number, unchanged: readonly Condition[] = []): Write => ({
  update: key,
  change: { set: anyIntegration.changes({ deletedAt }) },
  when: [...living, ...unchanged],
});

/**
 * Moves a stored row to another organization, with all of its attributes except the lease. Fails when
 * `unchanged` does not hold.
 * @param more attributes that the row gets there
 */
export function moveRow(
  stored: Row,
  { from, to }: Record<"from" | "to", Key>,
  unchanged: readonly Condition[],
  more: Row = {},
): Write[] {
  const { [attribute.lease]: _, [attribute.leaseUntil]: __, [attribute.progress]: ___, ...rest } = stored;
  return [
    { delete: from, when: [...living, ...unchanged] },
    { put: { ...rest, ...more, ...to }, when: [{ exists: false }] },
  ];
}
