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
/** One of the accounts that have shown an email: several may, over time. */
export const emailKey = (hash: string, accountId: string): Key => ({
  pk: `EMAIL#${hash}`,
  sk: `ACCOUNT#${accountId}`,
});
export const notificationKey = (accountId: string, id: string): Key => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `NOTE#${id}`,
});
/** Something that every member of an organization is to be told, or has been told. */
export const announcementKey = (organization: OrganizationId, hash: string): Key => ({
  pk: partitionOf(organization),
  sk: `NEWS#${hash}`,
});

/** An invitation as the organization that sent it sees it. */
export const sentInvitationKey = (organization: OrganizationId, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `INVITE#${id}`,
});
/** The same as the invitee sees it. */
export const receivedInvitationKey = (accountId: string, id: string): Key => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `INVITE#${id}`,
});
/** There while somebody has a pending invitation of an organization, so that there is only one. */
export const inviteeKey = (organization: OrganizationId, accountId: string): Key => ({
  pk: partitionOf(organization),
  sk: `INVITEE#${accountId}`,
});
export const sessionKey = (hash: string): Key => ({ pk: `SESSION#${hash}`, sk: "SESSION" });
/** How often somebody tried to sign in. */
export const attemptsKey = (hash: string): Key => ({ pk: `ATTEMPTS#${hash}`, sk: "ATTEMPTS" });

export const accessKeyKey = (organization: OrganizationId, keyId: string): Key => ({
  pk: partitionOf(organization),
  sk: `KEY#${keyId}`,
});
/** What an agent's call needs of its key: found by the key's id alone, in one read. */
export const credentialKey = (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: "KEY" });

/** A connected Redis Cloud account. */
export const redisCloudKey = (organization: OrganizationId, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `CLOUD#${id}`,
});
/** There once for each account that an organization has connected. */
export const redisCloudAccountKey = (organization: OrganizationId, hash: string): Key => ({
  pk: partitionOf(organization),
  sk: `CLOUDACCOUNT#${hash}`,
});

/** A connected AWS account; its id is that of the deployment that it feeds. */
export const elastiCacheKey = (organization: OrganizationId, id: string): Key => ({
  pk: partitionOf(organization),
  sk: `ELASTICACHE#${id}`,
});
/** The external ID that was issued to an organization. */
export const externalIdKey = (organization: OrganizationId): Key => ({
  pk: partitionOf(organization),
  sk: "EXTERNALID",
});
/** There once for each role that anybody has connected. */
export const roleKey = (hash: string): Key => ({ pk: `ROLE#${hash}`, sk: "ROLE" });

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
/** How much agents store in an organization. */
export const roomKey = (organization: OrganizationId): Key => ({
  pk: partitionOf(organization),
  sk: "ROOM",
});
/** How much of each limited thing an organization has at most. */
export const quotaKey = (organization: OrganizationId): Key => ({
  pk: partitionOf(organization),
  sk: "QUOTA",
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
export const tombstonesOf = run("DELETED#");
export const invitationsOf = run("INVITE#");
export const inviteesOf = run("INVITEE#");
export const redisCloudsOf = run("CLOUD#");
export const elastiCachesOf = run("ELASTICACHE#");
/** The pulses of one source (all pages of all agents that use one key). */
export const pulsesOfSource = (organization: OrganizationId, source: string): Run => ({
  pk: partitionOf(organization),
  prefix: `PULSE#${source}#`,
});

/** The notifications of one person, oldest first. */
export const notificationsOf = (accountId: string): Run => ({ pk: `ACCOUNT#${accountId}`, prefix: "NOTE#" });
/** The invitations that one person has received, oldest first. */
export const invitationsTo = (accountId: string): Run => ({ pk: `ACCOUNT#${accountId}`, prefix: "INVITE#" });
/** The accounts that have shown an email. */
export const accountsOfEmail = (hash: string): Run => ({ pk: `EMAIL#${hash}`, prefix: "ACCOUNT#" });
/** The sparse index "gsi1": keys only. */
export const indexName = "gsi1";
/** Every organization, in the order of creation. */
export const everyOrganization = "ORGANIZATIONS";
/** Those that are being deleted: for everybody else they are gone already. */
export const departingOrganizations = "ORGANIZATIONS_DEPARTING";
/** Acceptances of invitations of which something is left to move. */
export const unfinishedAcceptances = "ACCEPTANCES_UNFINISHED";
/** Announcements that not every member may have got yet. */
export const unfinishedAnnouncements = "ANNOUNCEMENTS_UNFINISHED";
/** Every account in the order of creation, those of super admins after the others: one index serves both needs. */
export const everyAccount = "ACCOUNTS";
export const superAdminPrefix = "SUPER_ADMIN#";
export const indexKeyOfAccount = (id: string, superAdmin: boolean): string =>
  `${superAdmin ? superAdminPrefix : "ACCOUNT#"}${id}`;
/** Every connected Redis Cloud account of every organization, for the schedule. */
export const everyRedisCloud = "REDIS_CLOUDS";
/** Every connected AWS account of every organization, for the schedule. */
export const everyElastiCache = "ELASTICACHES";
/** Finds a deployment whose organization is not known, for super admins. */
export const deploymentById = (id: string): string => `DEPLOYMENT#${id}`;
