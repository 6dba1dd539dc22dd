import { type PageName, parameters, patterns, searchOfDeployment } from "./urls.ts";

/** An address with parameters that are left out when they have no value. */
function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

const withReturnTo = (path: string, returnTo: string | undefined) =>
  withQuery(path, { [parameters.returnTo]: returnTo });

/**
 * Every address of the application. Links are built here and nowhere else.
 * `search` is a query string that is carried along, "" or starting with "?".
 */
export const paths = {
  login: (returnTo?: string) => withReturnTo(patterns.login, returnTo),
  signUp: (returnTo?: string) => withReturnTo(patterns.signUp, returnTo),
  sessionEnded: (returnTo?: string) => withReturnTo(patterns.sessionEnded, returnTo),
  deployments: (search = "") => `${patterns.deployments}${search}`,
  /** With the organization for those who see all of them: two organizations may have a deployment of one id. */
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
  // The profile itself only leads on to its first tab.
} satisfies Record<Exclude<PageName, "profile">, unknown>;
