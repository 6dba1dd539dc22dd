import type { AnyRuleId } from "@shardwatch/core/contract/incident/rules";
import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { type PageName, parameters, patterns, searchOfDeployment } from "./urls.ts";

/** An address with parameters. Parameters without a value are left out. */
function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

const withReturnTo = (path: string, returnTo: string | undefined) =>
  withQuery(path, { [parameters.returnTo]: returnTo });

/** Pages whose path has no parameter. */
export type FixedPage = {
  [P in PageName]: (typeof patterns)[P] extends `${string}:${string}` ? never : P;
}[PageName];

/** Their links, without a query. */
const fixed = Object.fromEntries(Object.entries(patterns).map(([page, path]) => [page, () => path])) as {
  [P in FixedPage]: () => string;
};

/** Builds links to a page of a deployment. `search` is a query string to keep. */
const ofDeployment =
  (pattern: string) =>
  (id: string, search = "", organization?: string) =>
    `${pattern.replace(":id", encodeURIComponent(id))}${searchOfDeployment(search, organization)}`;

/** A page of the organization in the query, for people who see all. */
const of = (path: string, organization: string | undefined) =>
  withQuery(path, { [parameters.organization]: organization });

/**
 * The tabs whose address is not the name of their kind. They are in bookmarks, so they never change. The routes need
 * them before the objects of the kinds load.
 */
const namedTabs: Readonly<Partial<Record<DeploymentSource, string>>> = {
  agent: "agent-keys",
  elasticache: "aws",
};

/** Builds every link of the application. `search` is a query string to keep, "" or starting with "?". */
export const paths = {
  ...fixed,
  login: (returnTo?: string) => withReturnTo(patterns.login, returnTo),
  signUp: (returnTo?: string) => withReturnTo(patterns.signUp, returnTo),
  sessionEnded: (returnTo?: string) => withReturnTo(patterns.sessionEnded, returnTo),
  /** Includes an organization for people who see all. */
  overview: (organization?: string) => of(patterns.overview, organization),
  incidents: (organization?: string) => of(patterns.incidents, organization),
  /** Includes the only group of databases that is shown. */
  outlook: (organization?: string, group?: string) =>
    withQuery(patterns.outlook, {
      [parameters.organization]: organization,
      [parameters.group]: group,
    }),
  /** Includes a rule, to which the page scrolls. */
  incidentRules: (organization?: string, rule?: AnyRuleId) =>
    `${of(patterns.incidentRules, organization)}${rule === undefined ? "" : `#${rule}`}`,
  /** Includes which deployments the rule is to watch, as a line of the filter. */
  newIncidentRule: (organization?: string, scope?: string) =>
    withQuery(patterns.newIncidentRule, {
      [parameters.organization]: organization,
      [parameters.scope]: scope,
    }),
  incidentRule: (id: string, organization?: string) =>
    of(patterns.incidentRule.replace(":id", encodeURIComponent(id)), organization),
  incident: (id: string, organization?: string) =>
    of(patterns.incident.replace(":id", encodeURIComponent(id)), organization),
  deployments: (search = "") => `${patterns.deployments}${search}`,
  databases: (search = "") => `${patterns.databases}${search}`,
  /**
   * Includes the organization for people who see all: two organizations may have a deployment with one id.
   */
  deployment: ofDeployment(patterns.deployment),
  deploymentPrivacy: ofDeployment(patterns.deploymentPrivacy),
  /** The source has chosen the id of a database, so it can have any character. */
  database: (id: string, database: string, search?: string, organization?: string) =>
    ofDeployment(patterns.database.replace(":databaseId", encodeURIComponent(database)))(
      id,
      search,
      organization,
    ),
  outlookLicenses: (search = "") => `${patterns.outlookLicenses}${search}`,
  /** Includes a deployment and its organization, for the changes of that deployment alone. */
  changes: (deployment?: string, organization?: string) =>
    withQuery(patterns.changes, { deployment, [parameters.organization]: organization }),
  /** Includes an invitation in the link for its invitee. */
  profileOrganization: (invitation?: string) =>
    withQuery(patterns.profileOrganization, { [parameters.invitation]: invitation }),
  /** The tab that manages the sources of a kind. */
  sourceTab: (kind: DeploymentSource) => patterns.sourceTab.replace(":kind", namedTabs[kind] ?? kind),
  /** One agent that reports with a key. */
  agent: (keyId: string, agentId: string) =>
    patterns.agent
      .replace(":keyId", encodeURIComponent(keyId))
      .replace(":agentId", encodeURIComponent(agentId)),
  /** The steps of a kind of source; without one, the choice of kinds. */
  addSource: (kind?: string) => withQuery(patterns.addSource, { [parameters.kind]: kind }),
  /** Includes the invitation, whose acceptance the page asks the API for. */
  invitationSuccess: (inviter: string, invitation: string) =>
    withQuery(patterns.invitationSuccess, {
      [parameters.inviter]: inviter,
      [parameters.invitation]: invitation,
    }),
  adminAccounts: (organization?: string) =>
    withQuery(patterns.adminAccounts, { [parameters.accountsOf]: organization }),
} satisfies Record<PageName, unknown>;
