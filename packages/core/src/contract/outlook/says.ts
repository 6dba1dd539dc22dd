/* What is said of when the memory of a database is full. Apart from the schemas, because filters need none of them. */

/** What is said of the memory of a database that is listed. */
export const listedSays = ["date", "unclear", "full"] as const;

/** What is said of any database: also of those that are counted only. With `all=true` they are listed, too. */
export const allSays = [...listedSays, "far", "none", "early", "noLimit", "unknown", "tiered"] as const;
export type Say = (typeof allSays)[number];
