import { type PageName, parameters, patterns, searchOfDeployment } from "./urls.ts";

/** An address with parameters. Parameters without a value are left out. */
function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

const withReturnTo = (path: string, returnTo: string | undefined) =>
  withQuery(path, { [parameters.returnTo]: returnTo });

/** Builds every link of the application. `search` is a query string to keep, "" or starting with "?". */
export const paths = {
  login: (returnTo?: string) => withReturnTo(patterns.login, returnTo),
  signUp: (returnTo?: string) => withReturnTo(patterns.signUp, returnTo),
  sessionEnded: (returnTo?: string) => withReturnTo(patterns.sessionEnded, returnTo),
  deployments: (search = "") => `${patterns.deployments}${search}`,
  /**
   * Includes the organization for people who see all: two organizations may have a deployment with one id.
   */
  deployment: (id: string, search = "", organization?: string) =>
    `${patterns.deployment.replace(":id", encodeURIComponent(id))}${searchOfDeployment(search, organization)}`,
  integrations: () => patterns.integrations,
  agentKeys: () => patterns.agentKeys,
  redisCloud: () => patterns.redisCloud,
  aws: () => patterns.aws,
  profilePersonal: () => patterns.profilePersonal,
  profileOrganization: () => patterns.profileOrganization,
  invitationSuccess: (inviter: string) =>
    withQuery(patterns.invitationSuccess, { [parameters.inviter]: inviter }),
  admin: () => patterns.admin,
  adminAccounts: (organization?: string) =>
    withQuery(patterns.adminAccounts, { [parameters.accountsOf]: organization }),
  adminOrganizations: () => patterns.adminOrganizations,
  // The profile itself only redirects to its first tab.
} satisfies Record<Exclude<PageName, "profile">, unknown>;
