import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Problem } from "../kit/problem.ts";
import { tryWrite } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { quotaKey } from "./organization.keys.ts";
import { requireActive } from "./organization.ts";
import { addOne, forgetCount, type Limited, readQuota, setCount } from "./quota.table.ts";

/*
 * A limit holds under any number of concurrent requests, because the transaction that creates a row also increments the
 * count. Counting first let 160 parallel requests create 119 keys of 100. Deletions do not decrement it: the count is
 * an upper bound, and is counted again when it reaches the limit. So code that deletes needs no knowledge of quotas,
 * and the count can never be too low.
 */

export type { Limited };

/** The limit of an organization for one kind. */
export interface Quota {
  what: Limited;
  most: number;
  /** Counts the present number. */
  count: () => Promise<number>;
  /** The error when the limit is reached. */
  full: () => Problem;
}

/**
 * Belongs to the transaction that creates one more. If that fails, `checkQuota` finds out whether the quota
 * was the reason.
 */
export const reserve = (organization: OrganizationId, { what, most }: Quota): Write =>
  addOne(organization, what, most);

/**
 * Throws the quota's `full` when the limit is reached. Counts again when the stored number may be too high.
 */
export async function checkQuota(
  services: Services,
  organization: OrganizationId,
  { what, most, count, full }: Quota,
): Promise<void> {
  const before = readQuota(await services.table.get(quotaKey(organization)));
  const known = before[what];
  if (known !== undefined && known < most) return;
  const counted = await count();
  if (counted >= most) throw full();
  // Another request has stored a count, which is used.
  await tryWrite(
    services.table.transact([setCount(organization, what, counted, before), requireActive(organization)]),
  );
}

/** Invalidates the count, in a transaction that adds one regardless of the limit, such as a move. */
export const countAnew = (organization: OrganizationId, what: Limited): Write =>
  forgetCount(organization, what);
