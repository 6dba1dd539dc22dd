import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";

/** A row of the list of databases. It is active, and most of its facts are not known. */
export const databaseRow = (fields: Partial<DatabaseRow> = {}): DatabaseRow => ({
  id: "1",
  name: "cart",
  status: "active",
  version: null,
  engine: null,
  memoryUsed: null,
  memoryLimit: null,
  utilization: null,
  tlsEnabled: null,
  evictionPolicy: null,
  persistence: null,
  nodeType: null,
  region: null,
  deploymentId: "dep_1",
  deploymentName: "shop",
  organizationId: "org_1",
  type: "STANDALONE",
  source: "agent",
  lastUpdated: "2026-11-22T08:00:00.000Z",
  ...fields,
});
