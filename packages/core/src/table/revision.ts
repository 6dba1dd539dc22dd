import { Problem } from "../kit/problem.ts";
import type { Condition } from "./expression.ts";
import { number, optional } from "./field.ts";

/** The revision of an object that a caller has read, from If-Match; undefined for any. */
export type Expected = number | undefined;

interface Revised {
  revision?: number | undefined;
}

/**
 * How often an object was changed by people, programs or the configuration file. It is absent before the first change,
 * so rows of former releases need none.
 */
export const revision = optional(number());

export const revisionOf = ({ revision: changes = 0 }: Revised): number => changes;

/** The addition of every change of an object. */
export const raised = { revision: 1 } as const;

/** Holds while an object has the expected revision. */
export const atRevision = (expected: Expected): Condition[] =>
  expected === undefined
    ? []
    : [
        expected
          ? { attribute: "revision", is: "=", value: expected }
          : { attribute: "revision", absent: true },
      ];

/** Throws outdated when an object has another revision than expected. */
export function checkRevision(found: Revised, expected: Expected): void {
  if (expected !== undefined && revisionOf(found) !== expected)
    throw new Problem("outdated", "This was changed since you have read it.");
}
