/** The names of fields inside a sentence. A field that is not here is named after its words. */
const names: Readonly<Record<string, string>> = {
  statusMessage: "message",
  enterpriseAdminUrl: "admin address",
  certificateEnd: "end of the certificate",
  source: "source",
  gaps: "what can't be read",
  "license.owner": "licence owner",
  "license.clusterName": "licensed cluster",
  "license.expirationDate": "end of the licence",
  "license.activationDate": "start of the licence",
  "license.ramShardsInUse": "RAM shards in use",
  "license.ramShardsLimit": "limit of RAM shards",
  "license.flashShardsInUse": "flash shards in use",
  "license.flashShardsLimit": "limit of flash shards",
  "license.shardsLimit": "limit of shards",
  "license.features": "features of the licence",
  "cloudSubscription.subscriptionType": "subscription type",
  "databases.memoryLimit": "memory limit",
  "databases.tlsEnabled": "TLS",
  "databases.maxClients": "limit of clients",
  "databases.replicas": "replicas of each primary",
  "databases.mostReplicas": "most replicas of a primary",
  "databases.encryptedAtRest": "encryption at rest",
  "databases.persistenceFailed": "failure to write to disk",
  "nodes.replicaOf": "primary",
};

/** "eviction policy" for "databases.evictionPolicy". */
export function fieldName(field: string): string {
  const last = field.slice(field.indexOf(".") + 1);
  return names[field] ?? last.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The fields that the feed can be filtered by, in groups. A group's own value finds all of it. */
export const fieldGroups: readonly { label: string; all?: string; fields: readonly string[] }[] = [
  { label: "Deployments", fields: ["appeared", "deleted", "moved here", "moved away"] },
  {
    label: "Deployment",
    fields: [
      "name",
      "type",
      "status",
      "statusMessage",
      "certificateEnd",
      "enterpriseAdminUrl",
      "source",
      "gaps",
    ],
  },
  {
    label: "Databases",
    all: "databases",
    fields: [
      "databases.added",
      "databases.removed",
      "databases.name",
      "databases.status",
      "databases.version",
      "databases.memoryLimit",
      "databases.evictionPolicy",
      "databases.tlsEnabled",
      "databases.role",
      "databases.replicas",
      "databases.persistenceFailed",
      "databases.startedAt",
    ],
  },
  { label: "Licence", all: "license", fields: ["license.expirationDate", "license.ramShardsLimit"] },
  { label: "Nodes", all: "nodes", fields: ["nodes.added", "nodes.removed", "nodes.role", "nodes.state"] },
  { label: "Shards", all: "shards", fields: ["shards.added", "shards.removed", "shards.node"] },
  { label: "Subscription", all: "cloudSubscription", fields: [] },
];
