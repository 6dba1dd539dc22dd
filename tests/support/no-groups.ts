import { allRoles, type Role } from "@shardwatch/core/contract/people/roles";

/** No group of the identity provider gives a role. */
export const noGroups = Object.fromEntries(allRoles.map((role) => [role, []])) as unknown as Readonly<
  Record<Role, readonly string[]>
>;
