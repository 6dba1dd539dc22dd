/* The dates that makers state. A branch without a stated date is left out: none is computed from a rule. */

/** What a version number means: each maker supports its branches for another time. */
export const products = {
  redis: { label: "Redis", question: "type=CLUSTER,STANDALONE&source=agent&engine=redis" },
  valkey: { label: "Valkey", question: "type=CLUSTER,STANDALONE&source=agent&engine=valkey" },
  enterprise: { label: "Redis Enterprise", question: "type=ENTERPRISE" },
  cloud: { label: "Redis Cloud", question: "source=redis-cloud" },
  elasticacheRedis: { label: "ElastiCache for Redis OSS", question: "source=elasticache&engine=redis" },
  elasticacheValkey: { label: "ElastiCache for Valkey", question: "source=elasticache&engine=valkey" },
} as const;
export type Product = keyof typeof products;

/**
 * The last day of support of a branch, as of 2026-11-21. Redis and Redis Cloud: Redis' pages about the versions
 * of both; the ends of Redis 5.0, 6.0 and 7.0 are from endoflife.date. Valkey: the end of security fixes in
 * "Releases and versioning". ElastiCache: the end of standard support in AWS' "Extended Support".
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
