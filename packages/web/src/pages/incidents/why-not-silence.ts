import { may } from "@shardwatch/core/contract/people/roles";

/** Why a person may not silence, nor end a silence; undefined when they may. */
export const whyNotSilence = (roles: readonly string[] = []): string | undefined =>
  may(roles, "manageOrganization") ? undefined : "Only admins of the organization can silence incidents.";
