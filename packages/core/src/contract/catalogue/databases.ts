import type { ClusterNode, Database, Shard } from "../deployment/deployment.ts";
import type { Fact } from "./fact.ts";
import { newestFacts } from "./newest.ts";
import { outlookFacts } from "./outlook.ts";

/** Every fact of a database. The key is its path in the answer, or a name of its own where we work it out. */
export const databaseFacts = {
  "databases.id": { name: "ID", csv: "id" },
  "databases.name": { name: "Name", column: "name", csv: "name", choice: true },
  "databases.status": { filter: "status", column: "status", csv: "status", choice: true },
  "databases.version": { filter: "version", column: "version", csv: "version", choice: true },
  "databases.memoryUsed": {
    filter: "memory",
    unit: "bytes",
    past: "memoryUsed",
    column: "memory",
    csv: "memoryUsedBytes",
  },
  "databases.memoryLimit": {
    filter: "maxmemory",
    unit: "bytes",
    past: "memoryLimit",
    column: "limit",
    csv: "memoryLimitBytes",
    choice: true,
  },
  "databases.utilization": {
    filter: "util",
    unit: "percent",
    past: "utilization",
    column: "utilization",
    csv: "utilizationPercent",
    from: "databases[].memoryUsed of its memoryLimit",
  },
  "databases.evictionPolicy": { filter: "policy", column: "policy", csv: "evictionPolicy", choice: true },
  "databases.engine": { filter: "engine", csv: "engine" },
  "databases.tlsEnabled": { filter: "tls", column: "tls", csv: "tls", choice: true },
  "databases.nodeType": { name: "Node type", column: "nodeType", csv: "nodeType" },
  "databases.region": { filter: "region", column: "region", csv: "region" },
  "databases.role": { name: "Role", choice: true },
  "databases.replicas": { name: "Replicas of each primary", unit: "count", choice: true },
  "databases.mostReplicas": { name: "Most replicas of a primary", unit: "count" },
  "databases.persistenceFailed": {
    name: "Last write failed",
    change: "failure to write to disk",
    choice: true,
  },
  "databases.startedAt": { name: "Started", unit: "time", change: "started at", choice: true },
  "databases.maxClients": { name: "Client limit", unit: "count", change: "limit of clients" },
  "databases.modules": { name: "Modules" },
  "databases.encryptedAtRest": { name: "Encrypted at rest", change: "encryption at rest" },
  "databases.activeActive": { name: "Active-Active", change: "Active-Active" },
  "databases.tiered": { name: "Data tiering" },
  "databases.endpoint": { name: "Endpoint" },
  ...newestFacts,
  "databases.knownVulnerabilities": { filter: "cve", from: "databases[].version" },
  "databases.persistence": { filter: "persistence", column: "persistence", csv: "persistence" },
  ...outlookFacts,
} as const satisfies Record<string, Fact> & Record<`databases.${keyof Database}`, Fact>;

/** Every fact of a cluster's nodes and shards. */
export const partFacts = {
  "nodes.id": { name: "ID" },
  "nodes.address": { name: "Address" },
  "nodes.role": { name: "Role", choice: true },
  "nodes.state": { name: "State", choice: true },
  "nodes.replicaOf": { name: "Primary" },
  "nodes.slots": { name: "Slots", unit: "count" },
  "shards.id": { name: "ID" },
  "shards.database": { name: "Database" },
  "shards.node": { name: "Node", choice: true },
  "shards.role": { name: "Role" },
  "shards.state": { name: "State" },
} as const satisfies Record<`nodes.${keyof ClusterNode}` | `shards.${keyof Shard}`, Fact>;
