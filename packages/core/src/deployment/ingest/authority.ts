import type { Creator } from "../../access/actor.ts";
import { sourceOfOwner, type SummaryRow } from "../rows/deployment.table.ts";
import type { SourceInstance } from "../rows/observation.ts";

/*
 * Anybody in an organization may create agent keys, and whoever knows a deployment's name can report it. So a report
 * counts for a deployment of another key only when the same person, or an admin, stands behind it. Nothing of this is read
 * for a report that changes no shape.
 */

/** What decides which deployments of others a source may take over. */
export interface Authority {
  /** The account that created the source; undefined when it has just been revoked. */
  creator: () => Promise<Creator | undefined>;
  /** The account that created another key of the organization; undefined when that is revoked, or has left. */
  creatorOf: (sourceId: string) => Promise<string | undefined>;
  /** What the creator is in the organization now; "gone" for somebody who has left it. */
  standing: () => Promise<"manager" | "member" | "gone">;
}

/**
 * The authority of an integration that an account created: it reads its account with the credentials of that account, so
 * it may always tell what is in there.
 */
export function authorityOfIntegration(createdBy: string): Authority {
  return {
    creator: () => Promise.resolve({ accountId: createdBy, isManager: true }),
    creatorOf: () => Promise.resolve(undefined),
    standing: () => Promise.resolve("manager" as const),
  };
}

/**
 * Whether a source was created by an admin, and is trusted like one. Keys of admins who have left stay with the organization;
 * those of somebody who is a plain member by now do not make more of them than they are.
 */
async function isAdmins({ creator, standing }: Authority): Promise<boolean> {
  return (await creator())?.isManager === true && (await standing()) !== "member";
}

/** Whether a source may take a deployment over, however silent its owner is. */
export async function mayTakeOver(
  source: SourceInstance,
  authority: Authority,
  row: Pick<SummaryRow, "owner" | "ownerBy">,
): Promise<boolean> {
  if (sourceOfOwner(row) === source.id) return true;
  const known = await authority.creator();
  if (!known) return false;
  if (row.ownerBy === known.accountId || (await isAdmins(authority))) return true;
  const living = await authority.creatorOf(sourceOfOwner(row));
  if (living !== undefined) return row.ownerBy === undefined && living === known.accountId;
  // The owner's key is gone: whoever manages the organization by now may go on with what it left.
  return (await authority.standing()) === "manager";
}

/**
 * Whether a source may bring a deleted deployment back. As long as the key that owned it is there it is that person's, or
 * whoever reports first after a deletion would be taken for the one who created it.
 */
export async function mayBringBack(
  source: SourceInstance,
  authority: Authority,
  deleted: Pick<SummaryRow, "owner">,
): Promise<boolean> {
  if (sourceOfOwner(deleted) === source.id) return true;
  const known = await authority.creator();
  if (!known) return false;
  if (await isAdmins(authority)) return true;
  const living = await authority.creatorOf(sourceOfOwner(deleted));
  return living === undefined || living === known.accountId;
}
