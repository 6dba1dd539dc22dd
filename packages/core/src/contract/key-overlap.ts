/** How long the former secret of a rotated key keeps working, in hours. */
export const overlapHours = { least: 1, usual: 24, most: 30 * 24 } as const;
