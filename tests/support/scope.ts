import { actorOf, byId } from "@shardwatch/core/account/account";
import { auditOf } from "@shardwatch/core/audit/audit.table";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { setRoles } from "@shardwatch/core/account/account.table";
import type { MemberActor } from "@shardwatch/core/access/actor";
import { organizationOfInvitation } from "@shardwatch/core/access/scope.trusted";
import type { OrganizationId } from "@shardwatch/core/access/scope";
import type { Role } from "@shardwatch/core/contract/people/roles";
import { partitionOf, partitionOfAccount, type Run } from "@shardwatch/core/table/keys";
import type { Person, World } from "./world.ts";

/** A person's organization, as keys and verbs take it. */
export const scopeOf = ({ organizationId }: Pick<Person, "organizationId">): OrganizationId =>
  organizationOfInvitation(organizationId);

/** A person as a verb's caller, from the current row of their account. */
export async function actorFor(world: World, { accountId }: Pick<Person, "accountId">): Promise<MemberActor> {
  const account = await byId(world.services, accountId);
  if (!account) throw new Error(`there is no account ${accountId}`);
  return actorOf(account);
}

/** The partition of an organization's rows. */
export const organizationPartition = (organizationId: string): string =>
  partitionOf(scopeOf({ organizationId }));

/** Every row of an organization. */
export const rowsOfOrganization = (organizationId: string): Run => ({
  pk: organizationPartition(organizationId),
  prefix: "",
});

/** Every row of one person. */
export const rowsOfAccount = (accountId: string): Run => ({ pk: partitionOfAccount(accountId), prefix: "" });

/** Gives an account roles, without the guards of the API. */
export async function giveRoles(world: World, accountId: string, roles: Role[]): Promise<void> {
  await world.services.table.update(accountKey(accountId), setRoles(accountId, roles));
}

/** The partition of an organization's audit. */
export const auditPartition = (organizationId: string): string => auditOf(scopeOf({ organizationId })).pk;
