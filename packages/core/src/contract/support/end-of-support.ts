import { type DeploymentSource, type sourceTraits, type Trait, traitsOf } from "../source/source.ts";
import { branchOf } from "./branch.ts";

/* The dates that makers state. A branch without a stated date is left out: none is computed from a rule. */

/** The day of the table below. */
export const supportAsOf = "2026-11-21";

type ByEngine<Products> = Products extends Record<string, infer One extends string> ? One : Products;

/** What a version number means: each maker supports its branches for another time. */
export type Product = "redis" | "valkey" | "enterprise" | NonNullable<ByEngine<Trait<"product">>>;

/**
 * The last day of support of a branch. Redis and Redis Cloud: Redis' pages about the versions of both; the ends of
 * Redis 5.0, 6.0 and 7.0 are from endoflife.date. Valkey: the end of security fixes in "Releases and versioning".
 * ElastiCache: the end of standard support in AWS' "Extended Support". Databases of Redis Enterprise end with the
 * version of their cluster, which no source reports yet.
 */
const ends: Partial<Record<Product, Readonly<Record<string, string>>>> = {
  redis: {
    "5.0": "2022-04-27",
    "6.0": "2022-05-31",
    "6.2": "2027-04-01",
    "7.0": "2024-07-29",
    "7.2": "2029-12-01",
    "7.4": "2029-12-01",
    "8.0": "2026-12-01",
    "8.2": "2030-09-01",
  },
  valkey: {
    "7.2": "2029-04-16",
    "8.0": "2027-09-15",
    "8.1": "2030-03-31",
    "9.0": "2028-10-21",
  },
  cloud: {
    "6.2": "2027-04-01",
    "7.2": "2029-12-01",
    "7.4": "2029-12-01",
    "8.0": "2026-12-01",
    "8.2": "2030-09-01",
    "8.4": "2027-01-01",
  },
  elasticacheRedis: {
    "4.0": "2026-01-31",
    "5.0": "2026-01-31",
    "6.0": "2027-01-31",
    "6.2": "2027-01-31",
  },
};

/** The last day of support of a branch such as "7.2", as "2029-12-01"; undefined where none is stated. */
export const endOfSupport = (product: Product, branch: string): string | undefined => ends[product]?.[branch];

/** What the versions of a deployment are versions of; undefined where its engine is not known or mixed. */
export function productOf(deployment: {
  type: string;
  source: string;
  engines?: readonly string[] | null | undefined;
}): Product | undefined {
  const { type, source, engines } = deployment;
  const { product } = traitsOf(source) as (typeof sourceTraits)[DeploymentSource];
  if (typeof product === "string") return product;
  if (type === "ENTERPRISE") return "enterprise";
  const [engine, ...others] = engines ?? [];
  if ((engine !== "redis" && engine !== "valkey") || others.length > 0) return undefined;
  return product === null ? engine : product[engine];
}

/** The last day of support of a version of a product; undefined where none is stated. */
export function endOfVersion(
  product: Product | undefined,
  version: string | null | undefined,
): string | undefined {
  const branch = branchOf(version);
  return product === undefined || branch === undefined ? undefined : endOfSupport(product, branch);
}

/** "soon" is the last month of the time in which support is "ending". */
export type Support = "ended" | "soon" | "ending" | "supported";

/** How many days before its end the support of a version counts as ending, and as ending soon. */
export const noticeDays = 180;
const lastNotice = 30;

/** @param left the days until the end; negative after it */
export const supportOf = (left: number): Support =>
  left < 0 ? "ended" : left <= lastNotice ? "soon" : left <= noticeDays ? "ending" : "supported";
