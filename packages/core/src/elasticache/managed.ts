import type { FileContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import type { Attempt, Done } from "../access/file-entry.ts";
import { livingRows } from "../integration/rows.ts";
import { Problem } from "../kit/problem.ts";
import { change, create } from "./connect.ts";
import { switchDetailedHistory } from "./detailed-history.ts";
import { remove } from "./elasticache.ts";
import { type ElastiCacheRow, keyOfRole } from "./elasticache.table.ts";
import { issue } from "./external-id.ts";
import { elastiCache } from "./kind.ts";

/** An AWS account as the configuration file has it. */
export interface ManagedRole {
  roleArn: string;
  /** Whether CloudWatch is asked for more, which AWS bills to the account. */
  detailedHistory: boolean;
}

const sameRole = (left: string, right: string): boolean => keyOfRole(left).pk === keyOfRole(right).pk;

/**
 * Connects the AWS accounts of the file, and disconnects those that it has no longer. Accounts that people connected
 * stay as they are. Safe to repeat.
 */
export async function keepManagedRoles(
  ctx: FileContext,
  wanted: readonly ManagedRole[],
  attempt: Attempt,
): Promise<void> {
  const stored = await managedRoles(ctx);
  const isWanted = ({ roleArn }: ElastiCacheRow) => wanted.some((one) => sameRole(one.roleArn, roleArn));
  for (const row of stored.filter((one) => !isWanted(one)))
    await attempt(undefined, async () => {
      await remove(ctx, row.id);
      return "removed";
    });
  if (wanted.length === 0) return;
  const { externalId } = await issue(ctx);
  // It is no secret. The role's trust policy has to require it.
  ctx.log.info("the external ID for the roles of an organization", {
    organizationId: ctx.actor.organizationId,
    externalId,
  });
  for (const [index, entry] of wanted.entries())
    await attempt(index, async () => {
      const row = stored.find(({ roleArn }) => sameRole(roleArn, entry.roleArn));
      return await keep(ctx, entry, row, externalId);
    });
}

async function managedRoles(ctx: FileContext): Promise<ElastiCacheRow[]> {
  const rows = await livingRows(ctx, elastiCache, ownOrganization(ctx.actor));
  return rows.filter(({ managedBy }) => managedBy !== undefined);
}

async function keep(
  ctx: FileContext,
  { roleArn, detailedHistory: on }: ManagedRole,
  row: ElastiCacheRow | undefined,
  externalId: string,
): Promise<Done> {
  if (!row) {
    const made = await createOnce(ctx, roleArn, externalId);
    // Its price is known after the first reading, so a later run switches it on.
    if (on)
      throw new Problem("conflict", "Detailed history begins after the first reading of this account.", {
        code: "PRICE_UNKNOWN",
      });
    return made;
  }
  const isOther = row.roleArn !== roleArn;
  if (isOther) await change(ctx, row.id, { roleArn, externalId });
  const isSwitched = (row.detailed === true) !== on;
  if (isSwitched) await switchDetailedHistory(ctx, row.id, { on });
  return isOther || isSwitched ? "changed" : undefined;
}

async function createOnce(ctx: FileContext, roleArn: string, externalId: string): Promise<Done> {
  try {
    await create(ctx, { roleArn, externalId });
    return "created";
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "ROLE_TAKEN") throw error;
    // Another process may have been faster.
    if ((await managedRoles(ctx)).some((one) => sameRole(one.roleArn, roleArn))) return undefined;
    throw error;
  }
}
