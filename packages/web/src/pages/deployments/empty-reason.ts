import type { View } from "./view.ts";

/**
 * Why there is no row: no organization is chosen, the chosen one has no deployment, the person's own one has
 * none, or none of those that are loaded passes the filters.
 */
export type EmptyReason = "choose" | "organization" | "own" | "filtered";

/**
 * Why a list without a row is empty. The choice of an organization is no filter in this sense: it says what is
 * loaded.
 * @param loaded how many deployments there are before filtering
 */
export function emptyReason(
  { search, type, organization }: Pick<View, "search" | "type" | "organization">,
  loaded: number,
  choosesOrganization: boolean,
): EmptyReason {
  if (loaded > 0 && (search !== "" || type !== undefined)) return "filtered";
  if (!choosesOrganization) return "own";
  return organization === undefined ? "choose" : "organization";
}
