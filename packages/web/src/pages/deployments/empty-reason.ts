import type { View } from "./view.ts";

/**
 * Why there is no row. No organization is chosen, the chosen one has no deployment, the person's own one has
 * none, or none passes the filters.
 */
export type EmptyReason = "choose" | "organization" | "own" | "filtered";

/**
 * Why a list is empty. The organization is no filter here: it decides which deployments are loaded.
 * @param loaded the number of deployments before filtering
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
