import type { Account } from "@shardwatch/core/contract/people/account";
import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { byName } from "../../lib/words/by-name.ts";
import { distinctNames } from "./distinct-names.ts";

/** An organization with its people. */
export interface Tenant extends OrganizationListItem {
  /** Its name; where others have it, too, with the end of its id. */
  label: string;
  /** Undefined until the accounts are known. */
  members: number | undefined;
  /** When one of its people signed in last; null for never, undefined until that is known. */
  lastSignIn: string | null | undefined;
}

const later = (one: string | null, other: string): string => (one !== null && one > other ? one : other);

/** How many deployments have a trouble. */
const troubled = ({ counts }: Tenant): number => (counts ? counts.unhealthy + counts.silent : 0);

/** Organizations with what the accounts say about them: those with trouble first, then by name. */
export function tenantsOf(
  organizations: readonly OrganizationListItem[],
  accounts: readonly Account[] | undefined,
): Tenant[] {
  const labels = distinctNames(organizations);
  const people = accounts && Map.groupBy(accounts, ({ organization }) => organization?.id);
  const tenants = organizations.map((one): Tenant => {
    const own = people && (people.get(one.id) ?? []);
    return {
      ...one,
      label: labels.get(one.id) ?? one.name,
      members: own?.length,
      lastSignIn: own?.reduce<string | null>((last, { lastLogin }) => later(last, lastLogin), null),
    };
  });
  return tenants.toSorted(
    (one, other) => Number(troubled(other) > 0) - Number(troubled(one) > 0) || byName(one, other),
  );
}
