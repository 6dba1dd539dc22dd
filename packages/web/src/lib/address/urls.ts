import type { Right } from "@shardwatch/core/contract/people/roles";

/**
 * The pages and their paths. The first script, the routes and the links read this table, so a page has one
 * path.
 */
export const patterns = {
  login: "/",
  signUp: "/signup",
  sessionEnded: "/logout",
  signInLink: "/sign-in",
  invitation: "/invitation",
  overview: "/overview",
  deployments: "/deployments",
  deployment: "/deployments/:id",
  deploymentPrivacy: "/deployments/:id/privacy",
  database: "/deployments/:id/databases/:databaseId",
  databases: "/databases",
  incidents: "/incidents",
  incidentRules: "/incidents/rules",
  newIncidentRule: "/incidents/rules/new",
  incidentRule: "/incidents/rules/:id",
  incident: "/incidents/:id",
  outlook: "/outlook",
  outlookLicenses: "/outlook/licenses",
  changes: "/changes",
  sources: "/sources",
  agent: "/sources/:keyId/:agentId",
  integrations: "/integrations",
  sourceTab: "/integrations/:kind",
  addSource: "/integrations/add",
  profile: "/profile",
  profilePersonal: "/profile/personal",
  profileOrganization: "/profile/organization",
  profileMembers: "/profile/members",
  profileNotifications: "/profile/notifications",
  profilePrograms: "/profile/programs",
  profileAudit: "/profile/audit",
  device: "/device",
  invitationSuccess: "/invitation/success",
  admin: "/admin",
  adminAccounts: "/admin/accounts",
  adminOrganizations: "/admin/organizations",
} as const;

export type PageName = keyof typeof patterns;

/** The public pages. */
const publicPages = [
  "login",
  "signUp",
  "sessionEnded",
  "signInLink",
  "invitation",
] as const satisfies readonly PageName[];

/** The rights that pages need. Their routes, the rail and the palette read them. */
export const rights: Readonly<Partial<Record<PageName, Right>>> = {
  profileNotifications: "manageOrganization",
  profileAudit: "manageOrganization",
  admin: "useAdminArea",
  adminAccounts: "useAdminArea",
  adminOrganizations: "useAdminArea",
};

/** The names of all query parameters. They are in bookmarks, so they never change. */
export const parameters = {
  returnTo: "returnTo",
  inviter: "inviter",
  /** The id of an invitation, in the link for the invitee. */
  invitation: "invitation",
  search: "search",
  /** The organization of the list or of a deployment; for people who see every organization. */
  organization: "org",
  /** The organization of the listed accounts in the admin area. */
  accountsOf: "organization",
  /** The id of the saved view that is open. */
  view: "view",
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
   * Marks a deployment that was opened from a list of several organizations. Its value is the list's own
   * choice of organizations, or "all".
   */
  openedFrom: "list",
  /** Marks a deployment or a database that was opened from the list of databases. */
  from: "from",
  /** The kind of source to add. */
  kind: "kind",
  /** The tab of the incidents. */
  state: "state",
  /** The only group that the outlook shows. */
  group: "group",
  /** Which deployments a new rule watches, as a filter. */
  scope: "scope",
} as const;

/** The value that names no organization. An address leaves it out. */
export const all = "all";

/** Whether a text can be the id of an organization. A minus at its start excludes one in a filter. */
export const isOrganization = (text: string) => text !== all && /^\w[\w-]{0,63}$/.test(text);

/**
 * The organization in an address. Undefined when there is none, when it is invalid, and when the filter names
 * several.
 */
export function organizationIn(query: URLSearchParams): string | undefined {
  const named = query
    .getAll(parameters.organization)
    .flatMap((text) => text.split(","))
    .map((text) => text.trim().toLowerCase())
    .filter((text) => isOrganization(text.replace(/^-/, "")));
  const [only, ...others] = new Set(named);
  return only !== undefined && others.length === 0 && isOrganization(only) ? only : undefined;
}

/** The query of a deployment's page that is opened from a list with this query. */
export function searchOfDeployment(listSearch: string, organization: string | undefined): string {
  if (organization === undefined) return listSearch;
  const query = new URLSearchParams(listSearch);
  if (organizationIn(query) === undefined)
    query.set(parameters.openedFrom, query.get(parameters.organization) ?? all);
  query.set(parameters.organization, organization);
  return `?${query}`;
}

const databaseList = "databases";

/** The query of the page of a deployment or a database that is opened from the list of databases with this query. */
export function searchFromDatabases(listSearch: string): string {
  const query = new URLSearchParams(listSearch);
  query.set(parameters.from, databaseList);
  return `?${query}`;
}

/** Whether the page of a deployment or a database was opened from the list of databases. */
export const isFromDatabases = (deploymentSearch: string): boolean =>
  new URLSearchParams(deploymentSearch).get(parameters.from) === databaseList;

/** The query of the list from which a deployment was opened. */
export function searchOfList(deploymentSearch: string): string {
  const query = new URLSearchParams(deploymentSearch);
  query.delete(parameters.from);
  const organizations = query.get(parameters.openedFrom);
  if (organizations === all) query.delete(parameters.organization);
  else if (organizations !== null) query.set(parameters.organization, organizations);
  query.delete(parameters.openedFrom);
  return query.size > 0 ? `?${query}` : "";
}

export type Screen =
  /** Whether the page is public. */
  | { kind: "public" }
  | { kind: "deployments"; organization: string | undefined }
  /** The page of a deployment, or of one of its databases. The id is as in the address. */
  | { kind: "deployment" | "database"; id: string; organization: string | undefined }
  | { kind: "other" };

/** Whether a path is public. */
export const isPublic = (pathname: string) => publicPages.some((page) => patterns[page] === pathname);

/** The screen at an address. */
export function screenAt({ pathname, search }: Pick<URL, "pathname" | "search">): Screen {
  if (isPublic(pathname)) return { kind: "public" };
  const organization = organizationIn(new URLSearchParams(search));
  // The overview counts the same deployments.
  if (pathname === patterns.deployments || pathname === patterns.overview)
    return { kind: "deployments", organization };
  const [, id, database] = /^\/deployments\/([^/]+)(\/databases\/[^/]+)?$/.exec(pathname) ?? [];
  return id === undefined
    ? { kind: "other" }
    : { kind: database ? "database" : "deployment", id, organization };
}
