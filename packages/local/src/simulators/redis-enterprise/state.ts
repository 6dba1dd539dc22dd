import { type FaultName, noFaults } from "./faults.ts";

/** What people may do; the names are those of the management roles. */
export const roles = ["admin", "cluster_member", "cluster_viewer", "db_member", "db_viewer", "none"] as const;
export type Role = (typeof roles)[number];

export const licenseKinds = ["production", "trial", "expired", "none"] as const;
export type LicenseKind = (typeof licenseKinds)[number];

export const nodeStates = ["active", "decommissioning", "down", "provisioning"] as const;
export type NodeState = (typeof nodeStates)[number];

export interface User {
  email: string;
  password: string;
  role: Role;
}

/** Everything that the simulated cluster is. A test changes it between two requests. */
export interface ClusterState {
  name: string;
  createdAt: string;
  /** In the nodes' form: "6.4.2-94", "7.22.0-241", "8.2.0-10". */
  version: string;
  databases: number;
  /** Beside the usual databases, items with missing fields and wrong types. */
  strangeDatabases: boolean;
  /** Whether each database has statistics. */
  measuresAll: boolean;
  license: LicenseKind;
  nodes: NodeState[];
  /** The uids of shards that do not answer. */
  downShards: number[];
  user: User;
  /** Only the first so many databases are shown to the user, as roles with `resources` do from 8.2 on. */
  visibleDatabases: number;
  /** Host to which requests for another host are redirected, as a node that is not the master does; "" for none. */
  masterHost: string;
  /** Where every request is redirected, whatever it asks; "" for nowhere. */
  redirectTo: string;
  /** What goes wrong, by path; "*" stands for every path. */
  faults: Record<string, FaultName>;
  /** How late an answer comes with the fault "slow". */
  delayMs: number;
}

/**
 * Takes the place of each password and licence text in answers of the real API. It must never appear
 * elsewhere.
 */
export const plantedSecret = "planted-secret-of-the-cluster";

export function newCluster(more: Partial<ClusterState> = {}): ClusterState {
  return {
    name: "cluster.redis.example",
    createdAt: "2024-03-05T10:20:30Z",
    version: "7.22.0-241",
    databases: 12,
    strangeDatabases: false,
    measuresAll: false,
    license: "production",
    nodes: ["active", "active", "active"],
    downShards: [],
    user: { email: "shardwatch@example.com", password: "sesame", role: "cluster_viewer" },
    visibleDatabases: Infinity,
    masterHost: "",
    redirectTo: "",
    faults: { ...noFaults },
    delayMs: 3_000,
    ...more,
  };
}

/** Whether the version is at least that one, e.g. isAtLeast("7.22.0-241", 7, 2). */
export function isAtLeast(version: string, major: number, minor: number): boolean {
  const [ours = 0, oursMinor = 0] = version.split(".").map(Number);
  return ours > major || (ours === major && oursMinor >= minor);
}
