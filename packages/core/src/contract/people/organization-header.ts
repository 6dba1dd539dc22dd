/** The header of each answer to a signed-in person: the id of their organization at that moment, or `none`. */
export const organizationHeader = { name: "x-organization", none: "none" } as const;
