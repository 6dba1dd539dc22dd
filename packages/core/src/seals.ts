import type { Services } from "./access/context.ts";
import { organizationOfJob } from "./access/scope.trusted.ts";
import type { OrganizationId } from "./access/scope.ts";
import { channelsSealedBefore, sealChannelAnew } from "./channel/seal-anew.ts";
import type { Job } from "./contract/job.ts";
import { accountsSealedBefore, sealAccountAnew } from "./redis-cloud/seal-anew.ts";

/** What has sealed texts. */
interface Seals {
  /** The ids of those in an organization with texts that a former release sealed. */
  before: (services: Services, organization: OrganizationId) => Promise<string[]>;
  /** Seals the texts of one of them anew. Does nothing for an id of another kind. */
  anew: (services: Services, organization: OrganizationId, id: string) => Promise<void>;
}

const all: readonly Seals[] = [
  { before: accountsSealedBefore, anew: sealAccountAnew },
  { before: channelsSealedBefore, anew: sealChannelAnew },
];

/** The jobs that seal anew what a former release sealed of an organization. */
export async function dueSeals(services: Services, organizationId: string): Promise<Job[]> {
  const organization = organizationOfJob(organizationId);
  const ids = await Promise.all(all.map(({ before }) => before(services, organization)));
  return ids.flat().map((id) => ({ kind: "sealAnew", organizationId, id }));
}

/** Seals the texts of one account or channel anew. Safe to repeat. */
export async function sealOneAnew(services: Services, organizationId: string, id: string): Promise<void> {
  const organization = organizationOfJob(organizationId);
  for (const { anew } of all) await anew(services, organization, id);
}
