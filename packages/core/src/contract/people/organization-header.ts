/**
 * The header of each answer to a signed-in person: the id of their organization at that moment, or `none`. The web keeps
 * its user for the life of a tab, so a removed member saw the former organization for minutes. When the id differs, it
 * asks `POST /me` once. Asking that at each reload would ask the provider each time.
 */
export const organizationHeader = { name: "x-organization", none: "none" } as const;
