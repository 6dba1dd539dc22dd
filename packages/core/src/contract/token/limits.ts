/** How many tokens an organization may have. */
export const mostTokens = 50;

export const longestTokenName = 60;

/** How many networks a token may be limited to. */
export const mostNetworks = 20;

/** How long a token works, in days. */
export const tokenLife = { least: 1, usual: 90, most: 366 } as const;

/** How long the former secret of a rotated token keeps working, in hours. With none, it ends at once. */
export const tokenOverlap = { none: 0, usual: 24, most: 7 * 24 } as const;
