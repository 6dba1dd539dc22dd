import { organizationIn, parameters, searchOfList } from "./urls.ts";

const named = new RegExp(`[?&]${parameters.organization}=`);

/**
 * The organization that the query of an address chooses for all screens; undefined for all, and for several. A deployment
 * names its own organization, so there the choice is that of the list that it was opened from.
 */
export const choiceIn = (search: string): string | undefined =>
  organizationIn(new URLSearchParams(searchOfList(search)));

/** A path of ours, for one organization; for all when it is undefined. A path that names one stays. */
export const withOrganization = (path: string, organization: string | undefined): string =>
  organization === undefined || named.test(path)
    ? path
    : `${path}${path.includes("?") ? "&" : "?"}${parameters.organization}=${organization}`;

type Address = Pick<URL, "pathname" | "search">;

/**
 * Where a navigation leads instead, so that another page shows the chosen organization; undefined where it leads there
 * already. On the page itself, an address without an organization chooses all.
 */
export function keepingChoice(to: Address, from: Address): string | undefined {
  const path = to.pathname + to.search;
  const kept = withOrganization(path, choiceIn(from.search));
  return to.pathname === from.pathname || kept === path ? undefined : kept;
}
