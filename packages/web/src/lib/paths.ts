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
  login: (returnTo?: string) => withQuery("/", { returnTo }),
  signUp: (returnTo?: string) => withQuery("/signup", { returnTo }),
  sessionEnded: (returnTo?: string) => withQuery("/logout", { returnTo }),
  deployments: (search = "") => `/deployments${search}`,
  deployment: (id: string, search = "") => `/deployments/${encodeURIComponent(id)}${search}`,
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
