import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { organizationOf, withOrganization } from "../../../filter/address.ts";

/**
 * Why there is no row. No organization is chosen, the chosen one has no deployment, the person's own one has
 * none, or none passes the filters.
 */
export type EmptyReason = "choose" | "organization" | "own" | "filtered";

/**
 * Why a list is empty. One organization is no filter here: it decides which deployments are loaded.
 * @param loaded the number of deployments before filtering
 */
export function emptyReason(filter: Filter, loaded: number, choosesOrganization: boolean): EmptyReason {
  const organization = organizationOf(filter);
  const { search, terms } = organization === undefined ? filter : withOrganization(filter, undefined);
  if (loaded > 0 && (search !== "" || terms.size > 0)) return "filtered";
  if (!choosesOrganization) return "own";
  return organization === undefined ? "choose" : "organization";
}
