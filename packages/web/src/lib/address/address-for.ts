import { withOrganization } from "./choice.ts";
import { all, organizationIn, parameters, searchOfList } from "./urls.ts";

/** A page of one deployment, incident or rule, and the list above it. */
const ofObject = /^(\/\w+(?:\/rules)?)\/(?:dep|inc|rul)_/;
const dropped = new RegExp(`^(?:${parameters.organization}|${parameters.page})(?:=|$)`);

/**
 * The address of the present screen for another choice. Filters stay, and the list starts at its first page. An object is
 * of the former organization, so its page is left for the list above.
 */
export function addressFor(
  { pathname, search }: Pick<URL, "pathname" | "search">,
  organization: string | undefined,
): string {
  const [, list] = ofObject.exec(pathname) ?? [];
  if (list !== undefined) return withOrganization(list, organization);
  const parts = search.replace(/^\?/, "").split("&");
  const kept = parts.filter((part) => part !== "" && !dropped.test(part)).join("&");
  return withOrganization(kept === "" ? pathname : `${pathname}?${kept}`, organization);
}

/** Whether the query of an address chooses several organizations. Only the list can show those. */
export function choosesSeveral(search: string): boolean {
  const query = new URLSearchParams(searchOfList(search));
  return organizationIn(query) === undefined && (query.get(parameters.organization) ?? all) !== all;
}
