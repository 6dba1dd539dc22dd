import { patterns, searchOfDeployment } from "./urls.ts";

/** An address with parameters that are left out when they have no value. */
function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * Every address of the application. Links are built here and nowhere else.
 * `search` is a query string that is carried along, "" or starting with "?".
 */
export const paths = {
  login: (returnTo?: string) => withQuery(patterns.login, { returnTo }),
  signUp: (returnTo?: string) => withQuery(patterns.signUp, { returnTo }),
  sessionEnded: (returnTo?: string) => withQuery(patterns.sessionEnded, { returnTo }),
  deployments: (search = "") => `${patterns.deployments}${search}`,
  /** With the organization for those who see all of them: in two organizations may be a deployment of one id. */
  deployment: (id: string, search = "", organization?: string) =>
    `${patterns.deployment.replace(":id", encodeURIComponent(id))}${searchOfDeployment(search, organization)}`,
  integrations: () => "/integrations",
  agentKeys: () => "/integrations/agent-keys",
  redisCloud: () => "/integrations/redis-cloud",
  aws: () => "/integrations/aws",
  profilePersonal: () => "/profile/personal",
  profileOrganization: () => "/profile/organization",
  invitationSuccess: (inviter: string) => withQuery("/invitation/success", { inviter }),
  admin: () => "/admin",
  adminAccounts: (organization?: string) => withQuery("/admin/accounts", { organization }),
  adminOrganizations: () => "/admin/organizations",
};
