/*
 * The organization that the questions are about, as plain data. The stage reports it to a world, and the second program
 * computes the gold answers from it. Nothing of the product is imported here.
 */

export interface DescribedDatabase {
  id: string;
  name: string;
  engine: "redis" | "valkey";
  version: string | null;
  /** Mebibytes; null is not known. */
  used: number | null;
  /** Mebibytes; 0 is no limit, null is not known. */
  limit: number | null;
  policy?: string;
  persistence?: string;
  tls: boolean;
  region?: string;
  nodeType?: string;
}

export interface Described {
  key: string;
  name: string;
  source: "agent" | "redis-cloud" | "elasticache";
  /** The agent that reports it. */
  by?: "berlin" | "lab";
  type: "STANDALONE" | "CLUSTER" | "ENTERPRISE" | "CLOUD";
  databases: readonly DescribedDatabase[];
  /** Keys evicted in each report. */
  evicted?: number;
  plan?: { type: string; provider: string; regions: readonly string[] };
  license?: { ends: string; ram: number; ramLimit: number };
  certificateEnd?: string;
  cannotSave?: true;
  /** What its source says, of one that is degraded. */
  degraded?: string;
  gaps?: readonly string[];
  /** When it was first and last reported; left out for the whole morning. */
  from?: number;
  until?: number;
}

/** A database with some fields, and the usual ones. */
export const one = (database: Partial<DescribedDatabase>): DescribedDatabase => ({
  id: "0",
  name: "db 0",
  engine: "redis",
  version: "8.2.9",
  used: 100,
  limit: 1_000,
  policy: "allkeys-lru",
  persistence: "none",
  tls: true,
  ...database,
});
