import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Problem } from "../kit/problem.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { quotaKey } from "./organization.keys.ts";
import { requireActive } from "./organization.ts";
import { addOne, forgetCount, type Limited, readQuota, setCount } from "./quota.table.ts";

/*
 * A limit holds under any number of requests at once because the number of what is there grows in the transaction that
 * creates one more. Deletions leave the number alone: it is an upper bound, and is counted anew when it reaches the limit.
 * So whatever removes something needs to know nothing of quotas, and nothing can make the number too low.
 */

export type { Limited };

/** How many of one kind an organization may have. */
export interface Quota {
  what: Limited;
  most: number;
  /** How many there are now. */
  count: () => Promise<number>;
  /** What is thrown when there are as many as there may be. */
  full: () => Problem;
}

/** Goes into the transaction that creates one more. When that fails, `checkQuota` says whether this was the reason. */
export const reserve = (organization: OrganizationId, { what, most }: Quota): Write =>
  addOne(organization, what, most);

/** Throws the quota's `full` when there is no room for one more. Counts where the number may be too high. */
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
  try {
    await services.table.transact([
      setCount(organization, what, counted, before),
      requireActive(organization),
    ]);
  } catch (error) {
    // Somebody else has counted meanwhile; what they found counts.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Goes into a transaction that brings one into the organization whether or not there is room: a move. */
export const countAnew = (organization: OrganizationId, what: Limited): Write =>
  forgetCount(organization, what);
