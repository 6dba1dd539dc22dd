/** What the organization is called that people enter where nobody says otherwise. Its admins can rename it. */
export const usualOrganization = "Our organization";

/** The name of the one organization that people enter; undefined where each of them gets one. */
export const sharedOrganizationOf = (
  openId: { organization: string } | undefined,
  ownSignIn: boolean,
): string | undefined => openId?.organization ?? (ownSignIn ? usualOrganization : undefined);
