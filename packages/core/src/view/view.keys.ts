import type { OrganizationId } from "../access/scope.ts";
import { type Key, partitionOf, partitionOfAccount, type Run } from "../table/keys.ts";

const prefix = "VIEW#";

/** The keys of the views that one owner has. */
export interface ViewKeys {
  view: (id: string) => Key;
  /** All views, oldest first. */
  views: Run;
  /** The row with the names of all views. */
  names: Key;
}

const keysOf = (pk: string): ViewKeys => ({
  view: (id) => ({ pk, sk: `${prefix}${id}` }),
  views: { pk, prefix },
  names: { pk, sk: "VIEWNAMES" },
});

/** The keys of the views that the members of an organization share. */
export const sharedViews = (organization: OrganizationId): ViewKeys => keysOf(partitionOf(organization));

/** The keys of the views that one person has for themselves. */
export const personalViews = (accountId: string): ViewKeys => keysOf(partitionOfAccount(accountId));

/** Every row of a person's views. */
export const everythingOf = (accountId: string): Run => ({
  pk: partitionOfAccount(accountId),
  prefix: "VIEW",
});
