/** The paths of the API at which a sign-in by redirect begins and ends. The provider has to know the second one. */
export const openIdPaths = { start: "/auth/oidc/start", callback: "/auth/oidc/callback" } as const;
