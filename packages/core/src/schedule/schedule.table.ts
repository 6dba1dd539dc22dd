import type { Change, Condition } from "../table/expression.ts";
import { number, optional, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind } from "../table/row.ts";
import { day } from "../kit/time.ts";
import { expiresAt } from "../table/schema.ts";

/** The last turn of a scheduled run. It belongs to no organization. */
export const runKey = (name: string): Key => ({ pk: "PLATFORM", sk: `RUN#${name}` });

/** Who does a job at the moment. */
export const jobLeaseKey = (hash: string): Key => ({ pk: `JOB#${hash}`, sk: "JOB" });

export const runKind = new RowKind("scheduled run", 1, {
  /** Counts the intervals since the Unix epoch. */
  turn: number(),
});

/** Only updates write these rows, so they carry no version. Unix epochs in milliseconds. */
export const jobLeaseKind = new RowKind("job lease", 1, {
  lease: optional(text()),
  leaseUntil: optional(number()),
  /** When the last run that succeeded began. */
  begunAt: optional(number()),
});

const { attribute } = jobLeaseKind;

interface Update {
  change: Change;
  when: readonly Condition[];
}

/** Seconds since the epoch, a day after that time: a row that nobody needs any more goes by itself. */
const dayAfter = (time: number) => expiresAt(time + day);

/** Takes the lease, unless somebody has it, or a run that began after `queuedAt` has succeeded. */
export const takeJob = (lease: string, until: number, now: number, queuedAt: number): Update => ({
  change: { set: { ...jobLeaseKind.changes({ lease, leaseUntil: until }), ...dayAfter(until) } },
  when: [
    { attribute: attribute.leaseUntil, absentOr: "<", value: now },
    { attribute: attribute.begunAt, absentOr: "<", value: queuedAt },
  ],
});

export const extendJob = (lease: string, until: number): Update => ({
  change: { set: { ...jobLeaseKind.changes({ leaseUntil: until }), ...dayAfter(until) } },
  when: jobLeaseKind.equals({ lease }),
});

/**
 * Returns the lease.
 * @param begunAt when the run began, if it has succeeded
 */
export const returnJob = (lease: string, begunAt: number | undefined): Update => ({
  change: {
    set: jobLeaseKind.changes({ begunAt }),
    remove: [attribute.lease, attribute.leaseUntil],
  },
  when: jobLeaseKind.equals({ lease }),
});
