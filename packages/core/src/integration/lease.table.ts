import type { Condition } from "../table/expression.ts";
import type { IntegrationKind } from "./kind.ts";
import { type IntegrationRow, living } from "./row.ts";

/** An update of the row of an integration. */
export interface IntegrationUpdate {
  change: { set?: Record<string, unknown>; remove?: readonly string[] };
  when: readonly Condition[];
}

/** Takes the lease, unless another worker has it. */
export const takeLease = (lease: string, until: number, now: number): IntegrationUpdate => ({
  change: { set: { lease, leaseUntil: until } },
  when: [...living, { attribute: "leaseUntil", absentOr: "<", value: now }],
});

/**
 * Stores the outcome of a reading and returns the lease. Fails when the credentials have changed during the reading.
 * @param optional attributes that are removed when the outcome does not have them
 */
export function endLease<R extends IntegrationRow>(
  { credentials, optional }: Pick<IntegrationKind<R>, "credentials" | "optional">,
  row: R,
  lease: string,
  outcome: Partial<R>,
): IntegrationUpdate {
  return {
    change: {
      set: { ...outcome },
      remove: ["lease", "leaseUntil", ...optional.filter((name) => outcome[name] === undefined)],
    },
    when: [
      ...living,
      { attribute: "lease", is: "=", value: lease },
      { attribute: credentials, is: "=", value: row[credentials] },
    ],
  };
}

/** Returns the lease and stores nothing. */
export const dropLease = (lease: string): IntegrationUpdate => ({
  change: { remove: ["lease", "leaseUntil"] },
  when: [{ attribute: "lease", is: "=", value: lease }],
});
