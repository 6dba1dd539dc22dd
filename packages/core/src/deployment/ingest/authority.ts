import type { Creator } from "../../access/actor.ts";
import { sourceOfOwner, type SummaryRow } from "../rows/deployment.table.ts";
import type { SourceInstance } from "../rows/observation.ts";

/*
 * Every member of an organization may create agent keys, and every key can report any deployment that it can
 * name. So a report may change another key's deployment only if the same person, or an admin, created both. A
 * heartbeat reads none of this.
 */

/** The facts that decide which deployments of other sources a source may take over. */
export interface Authority {
  /** The account that created the source; undefined when it has just been revoked. */
  creator: () => Promise<Creator | undefined>;
  /**
   * The account that created another key of the organization; undefined when that key is revoked, or has
   * moved away.
   */
  creatorOf: (sourceId: string) => Promise<string | undefined>;
  /** The creator's role in the organization now; "gone" after they have left it. */
  currentRole: () => Promise<"manager" | "member" | "gone">;
}

/** The authority of an integration. It reads a customer's account with that account's credentials, so it may report all of it. */
export function authorityOfIntegration(createdBy: string): Authority {
  return {
    creator: () => Promise.resolve({ accountId: createdBy, isManager: true }),
    creatorOf: () => Promise.resolve(undefined),
    currentRole: () => Promise.resolve("manager" as const),
  };
}

/**
 * Whether a source has the rights of an admin. Its creator must have been an admin when creating it, and must be one
 * now. Somebody who lost the role could get it back for their keys otherwise, by leaving the organization.
 */
async function isAdmins({ creator, currentRole }: Authority): Promise<boolean> {
  return (await creator())?.isManager === true && (await currentRole()) === "manager";
}

/** Whether a source has the right to take a deployment over. `takesOver` decides whether it does so now. */
export async function mayTakeOver(
  source: SourceInstance,
  authority: Authority,
  row: Pick<SummaryRow, "owner" | "ownerBy">,
): Promise<boolean> {
  if (sourceOfOwner(row) === source.id) return true;
  const known = await authority.creator();
  if (!known) return false;
  if (row.ownerBy === known.accountId || (await isAdmins(authority))) return true;
  const ownersCreator = await authority.creatorOf(sourceOfOwner(row));
  if (ownersCreator !== undefined) return row.ownerBy === undefined && ownersCreator === known.accountId;
  // The owner's key is revoked: a source of a current admin may take over its deployments.
  return (await authority.currentRole()) === "manager";
}

/**
 * Whether a source may bring a deleted deployment back. The deployment belongs to the creator of the key that
 * owned it, while that key exists. Otherwise the first source to report after a deletion would become its
 * creator.
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
  const ownersCreator = await authority.creatorOf(sourceOfOwner(deleted));
  return ownersCreator === undefined || ownersCreator === known.accountId;
}
