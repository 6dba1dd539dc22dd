import type { OrganizationId } from "../access/scope.ts";

/** The primary key of a row. What an organization owns lies in its own partition. */
export interface Key {
  pk: string;
  sk: string;
}

/*
 * Every key of the table, in one place; docs/data-model.md lists what each costs.
 * No text that a user typed gets into a key: only ids that we made, and hashes.
 */
const partitionOf = (organization: OrganizationId): string => `ORG#${organization}`;

export const organizationKey = (id: OrganizationId): Key => ({ pk: partitionOf(id), sk: "ORG" });
export const memberKey = (organization: OrganizationId, accountId: string): Key => ({
  pk: partitionOf(organization),
  sk: `MEMBER#${accountId}`,
});
export const accountKey = (id: string): Key => ({ pk: `ACCOUNT#${id}`, sk: "ACCOUNT" });
/** Finds the account of a provider's user; written once, so that one person gets one account. */
export const identityKey = (hash: string): Key => ({ pk: `IDENTITY#${hash}`, sk: "IDENTITY" });
export const sessionKey = (hash: string): Key => ({ pk: `SESSION#${hash}`, sk: "SESSION" });

export const accessKeyKey = (organization: OrganizationId, keyId: string): Key => ({
  pk: partitionOf(organization),
  sk: `KEY#${keyId}`,
});
/** What an agent's call needs of its key: found by the key's id alone, in one read. */
export const credentialKey = (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: "KEY" });

export const deploymentKey = (organization: OrganizationId, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `DEP#${id}`,
});
export const deploymentDetailKey = (organization: OrganizationId, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `DETAIL#${id}`,
});
/** What remains of a deployment that somebody deleted. */
export const tombstoneKey = (organization: OrganizationId, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `DELETED#${id}`,
});
export const pulseKey = (organization: OrganizationId, pulse: string): Key => ({
  pk: partitionOf(organization),
  sk: `PULSE#${pulse}`,
});

/** A run of rows in one partition: those whose sort key starts with the prefix, all of them when it is empty. */
export interface Run {
  pk: string;
  prefix: string;
}

const run =
  (prefix: string) =>
  (organization: OrganizationId): Run => ({ pk: partitionOf(organization), prefix });
export const everythingOf = run("");
export const membersOf = run("MEMBER#");
export const deploymentsOf = run("DEP#");
export const pulsesOf = run("PULSE#");
export const accessKeysOf = run("KEY#");
/** The pulses of one source (all pages of all agents that use one key). */
export const pulsesOfSource = (organization: OrganizationId, source: string): Run => ({
  pk: partitionOf(organization),
  prefix: `PULSE#${source}#`,
});

/** The notifications of one person, oldest first. */
export const notificationsOf = (accountId: string): Run => ({ pk: `ACCOUNT#${accountId}`, prefix: "NOTE#" });
/** The sparse index "gsi1": keys only. */
export const indexName = "gsi1";
/** Every organization, in the order of creation. */
export const everyOrganization = "ORGANIZATIONS";
/** Those that are being deleted: for everybody else they are gone already. */
export const departingOrganizations = "ORGANIZATIONS_DEPARTING";
/** Every account in the order of creation, those of super admins after the others: one index serves both needs. */
export const everyAccount = "ACCOUNTS";
export const superAdminPrefix = "SUPER_ADMIN#";
export const indexKeyOfAccount = (id: string, superAdmin: boolean): string =>
  `${superAdmin ? superAdminPrefix : "ACCOUNT#"}${id}`;
/** Finds a deployment whose organization is not known, for super admins. */
export const deploymentById = (id: string): string => `DEPLOYMENT#${id}`;
