/**
 * The pages and their paths. The first script, the routes and the links read this table, so a page has one
 * path.
 */
export const patterns = {
  login: "/",
  signUp: "/signup",
  sessionEnded: "/logout",
  deployments: "/deployments",
  deployment: "/deployments/:id",
  integrations: "/integrations",
  agentKeys: "/integrations/agent-keys",
  redisCloud: "/integrations/redis-cloud",
  aws: "/integrations/aws",
  profile: "/profile",
  profilePersonal: "/profile/personal",
  profileOrganization: "/profile/organization",
  invitationSuccess: "/invitation/success",
  admin: "/admin",
  adminAccounts: "/admin/accounts",
  adminOrganizations: "/admin/organizations",
} as const;

export type PageName = keyof typeof patterns;

/** The public pages. */
const publicPages = ["login", "signUp", "sessionEnded"] as const satisfies readonly PageName[];

/** The names of all query parameters. They are in bookmarks, so they never change. */
export const parameters = {
  returnTo: "returnTo",
  inviter: "inviter",
  search: "search",
  type: "type",
  /** The organization of the list or of a deployment; for people who see every organization. */
  organization: "org",
  /** The organization of the listed accounts in the admin area. */
  accountsOf: "organization",
  sort: "sort",
  order: "order",
  page: "page",
  pageSize: "pageSize",
  // A deployment keeps the list's parameters for the way back, so its databases use other names.
  databaseSearch: "db",
  databaseStatus: "dbStatus",
  databaseSort: "dbSort",
  databaseOrder: "dbOrder",
  databasePage: "dbPage",
  databasePageSize: "dbPageSize",
  /**
   * Marks a deployment that was opened from the list of all organizations, with `openedFromAll` as its value.
   */
  openedFrom: "list",
} as const;

const openedFromAll = "all";
const identifier = /^[\w-]{1,64}$/;

/** The organization in an address; undefined when it is missing or invalid. */
export function organizationIn(query: URLSearchParams): string | undefined {
  const organization = query.get(parameters.organization) ?? "";
  return organization !== "all" && identifier.test(organization) ? organization : undefined;
}

/** The query of a deployment's page that is opened from a list with this query. */
export function searchOfDeployment(listSearch: string, organization: string | undefined): string {
  if (organization === undefined) return listSearch;
  const query = new URLSearchParams(listSearch);
  if (organizationIn(query) === undefined) query.set(parameters.openedFrom, openedFromAll);
  query.set(parameters.organization, organization);
  return `?${query}`;
}

/** The query of the list from which a deployment was opened. */
export function searchOfList(deploymentSearch: string): string {
  const query = new URLSearchParams(deploymentSearch);
  if (query.get(parameters.openedFrom) === openedFromAll) query.delete(parameters.organization);
  query.delete(parameters.openedFrom);
  return query.size > 0 ? `?${query}` : "";
}

export type Screen =
  /** Whether the page is public. */
  | { kind: "public" }
  | { kind: "deployments"; organization: string | undefined }
  | { kind: "deployment"; id: string; organization: string | undefined }
  | { kind: "other" };

/** Whether a path is public. */
export const isPublic = (pathname: string) => publicPages.some((page) => patterns[page] === pathname);

/** The screen at an address. */
export function screenAt({ pathname, search }: Pick<URL, "pathname" | "search">): Screen {
  if (isPublic(pathname)) return { kind: "public" };
  const organization = organizationIn(new URLSearchParams(search));
  if (pathname === patterns.deployments) return { kind: "deployments", organization };
  const [, id] = /^\/deployments\/([^/]+)$/.exec(pathname) ?? [];
  return id === undefined ? { kind: "other" } : { kind: "deployment", id, organization };
}
