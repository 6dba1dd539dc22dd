/** How long the former secret of a rotated key keeps working, in hours. With none, it ends at once. */
export const overlapHours = { none: 0, least: 1, usual: 24, most: 30 * 24 } as const;
