/**
 * What the addresses of the application mean, once for all who read or write them: the first script, which runs before
 * there is a router, the routes, the links and the pages.
 */
export const patterns = {
  login: "/",
  signUp: "/signup",
  sessionEnded: "/logout",
  deployments: "/deployments",
  deployment: "/deployments/:id",
} as const;

/** Whose deployments the list shows, and whose a deployment is; for those who see every organization. */
export const organizationParameter = "org";
/** Stands in the address of a deployment that was opened from the list of all organizations. */
const fromEverywhere = { name: "list", value: "all" } as const;
const identifier = /^[\w-]{1,64}$/;

/** The organization that an address names; undefined when it names none, or what cannot be one. */
export function organizationIn(query: URLSearchParams): string | undefined {
  const organization = query.get(organizationParameter) ?? "";
  return organization !== "all" && identifier.test(organization) ? organization : undefined;
}

/** The query of a deployment that is opened from a list with this query. */
export function searchOfDeployment(listSearch: string, organization: string | undefined): string {
  if (organization === undefined) return listSearch;
  const query = new URLSearchParams(listSearch);
  if (organizationIn(query) === undefined) query.set(fromEverywhere.name, fromEverywhere.value);
  query.set(organizationParameter, organization);
  return `?${query}`;
}

/** The query of the list that a deployment was opened from. */
export function searchOfList(deploymentSearch: string): string {
  const query = new URLSearchParams(deploymentSearch);
  if (query.get(fromEverywhere.name) === fromEverywhere.value) query.delete(organizationParameter);
  query.delete(fromEverywhere.name);
  return query.size > 0 ? `?${query}` : "";
}

export type Screen =
  /** Somebody who is not signed in may be here. */
  | { kind: "public" }
  | { kind: "deployments"; organization: string | undefined }
  | { kind: "deployment"; id: string; organization: string | undefined }
  | { kind: "other" };

const publicPaths: readonly string[] = [patterns.login, patterns.signUp, patterns.sessionEnded];

/** The screen at an address. */
export function screenAt({ pathname, search }: Pick<URL, "pathname" | "search">): Screen {
  if (publicPaths.includes(pathname)) return { kind: "public" };
  const organization = organizationIn(new URLSearchParams(search));
  if (pathname === patterns.deployments) return { kind: "deployments", organization };
  const [, id] = /^\/deployments\/([^/]+)$/.exec(pathname) ?? [];
  return id === undefined ? { kind: "other" } : { kind: "deployment", id, organization };
}
