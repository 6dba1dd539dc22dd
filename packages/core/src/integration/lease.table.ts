import type { Change, Condition } from "../table/expression.ts";
import type { IntegrationKind } from "./kind.ts";
import { anyIntegration, type IntegrationRow, leaseAttributes, living } from "./row.ts";

/** An update of the row of an integration. */
export interface IntegrationUpdate {
  change: Change;
  when: readonly Condition[];
}

/** Takes the lease, unless another worker has it. Progress of a worker that ended early goes. */
export const takeLease = (lease: string, until: number, now: number): IntegrationUpdate => ({
  change: {
    set: anyIntegration.changes({ lease, leaseUntil: until }),
    remove: [anyIntegration.attribute.progress],
  },
  when: [...living, { attribute: anyIntegration.attribute.leaseUntil, absentOr: "<", value: now }],
});

/**
 * Stores the outcome of a reading and returns the lease. Fails when the credentials have changed during the
 * reading.
 * @param optional fields that are removed when the outcome lacks them
 */
export function endLease<R extends IntegrationRow>(
  { codec, credentials, optional }: Pick<IntegrationKind<R>, "codec" | "credentials" | "optional">,
  row: R,
  lease: string,
  outcome: Partial<R>,
): IntegrationUpdate {
  const outdated = optional.filter((name) => outcome[name] === undefined);
  return {
    change: {
      set: codec.changes(outcome),
      remove: [...leaseAttributes, ...outdated.map((name) => codec.attribute[name])],
    },
    when: [
      ...living,
      ...anyIntegration.equals({ lease }),
      { attribute: codec.attribute[credentials], is: "=", value: row[credentials] },
    ],
  };
}

/** Stores how far the reading is, while the worker has the lease. */
export const noteInLease = (lease: string, progress: string): IntegrationUpdate => ({
  change: { set: anyIntegration.changes({ progress }) },
  when: [...living, ...anyIntegration.equals({ lease })],
});

/** Returns the lease and stores nothing. */
export const dropLease = (lease: string): IntegrationUpdate => ({
  change: { remove: leaseAttributes },
  when: anyIntegration.equals({ lease }),
});
