/** What its versions are versions of: one product, or one for each engine. Each maker supports them for another time. */
type Products = string | { readonly redis: string; readonly valkey: string };

/** What the product knows of a kind of source, and what it calls it. Stored words never change. */
interface SourceTraits {
  /** Its name on badges and in the filter. */
  label: string;
  /** What people call one source of it. */
  noun: string;
  /** The name of its sources in the plan of an acceptance. Stored with accepted invitations. */
  movable: string;
  /** The field of the organization's quota that counts its sources. Stored. */
  counted: string;
  /** The first word of its actions in the audit log. Searches use it. */
  audited: string;
  /** What the audit log has of its sources: the second word of each action. */
  verbs: readonly string[];
  /** How often it reports or is read, in minutes. */
  interval: number;
  /** How long a source may be silent before its deployments are stale, in minutes. */
  staleAfter: number;
  /** For how many five-minute slots after it a reading holds. */
  heldFor: number;
  /** The worker that reads its sources; null for sources that report on their own. */
  reader: "read-redis-cloud" | "read-elasticache" | null;
  /** The path of the routes that connect and list its sources; null where they are among those of people. */
  routes: string | null;
  /** How long access is denied before that is an incident, in minutes: until two readings were denied. */
  deniedFor: number;
  /** Which five-minute figures it has: all, memory only, or more than memory where somebody has switched them on. */
  figures: "all" | "memory" | "optional";
  /** The product of its deployments; null where people run Redis or Valkey themselves. */
  product: Products | null;
}

const ofAccounts = ["created", "changed", "deleted"] as const;

/** Every kind of source. Lists of kinds, and records over them, follow from this one. */
export const sourceTraits = {
  agent: {
    label: "Agent",
    noun: "agent key",
    movable: "keys",
    counted: "accessKeys",
    audited: "accessKey",
    verbs: ["created", "changed", "rotated", "formerSecretEnded", "revoked"],
    interval: 1,
    staleAfter: 5,
    heldFor: 0,
    reader: null,
    routes: null,
    deniedFor: 0,
    figures: "all",
    product: null,
  },
  "redis-cloud": {
    label: "Redis Cloud",
    noun: "Redis Cloud account",
    movable: "redisClouds",
    counted: "redisClouds",
    audited: "redisCloud",
    verbs: ofAccounts,
    interval: 5,
    staleAfter: 15,
    heldFor: 1,
    reader: "read-redis-cloud",
    routes: "/redis-cloud",
    // Refused keys are tried every quarter of an hour.
    deniedFor: 15,
    figures: "memory",
    product: "cloud",
  },
  elasticache: {
    label: "ElastiCache",
    noun: "AWS account",
    movable: "awsAccounts",
    counted: "elastiCaches",
    audited: "elastiCache",
    verbs: ofAccounts,
    interval: 5,
    staleAfter: 15,
    // Memory is read every fifteen minutes.
    heldFor: 3,
    reader: "read-elasticache",
    routes: "/api/elasticache",
    deniedFor: 5,
    figures: "optional",
    product: { redis: "elasticacheRedis", valkey: "elasticacheValkey" },
  },
} as const satisfies Record<string, SourceTraits>;

/** The source of a deployment's data, shown as a badge. */
export type DeploymentSource = keyof typeof sourceTraits;

/** The sources that we read ourselves. The others report on their own. */
export type IntegrationSource = {
  [Source in DeploymentSource]: Trait<"reader", Source> extends null ? never : Source;
}[DeploymentSource];

/** The traits of a source. One that only a later release knows is taken for an account: nobody reads it now. */
export const traitsOf = (source: string): SourceTraits =>
  (sourceTraits as Readonly<Record<string, SourceTraits>>)[source] ?? sourceTraits["redis-cloud"];

/** Whether we read a source ourselves. */
export const isRead = (source: string): source is IntegrationSource => traitsOf(source).reader !== null;

/** All kinds, in the order in which the product names them. */
export const deploymentSources = Object.keys(sourceTraits) as DeploymentSource[];

/** Those that we read ourselves. */
export const integrationSources = deploymentSources.filter(isRead);

/** One trait of a kind, or of several. */
export type Trait<
  Name extends keyof SourceTraits,
  Source extends DeploymentSource = DeploymentSource,
> = (typeof sourceTraits)[Source][Name];

/** One trait of every kind, in the order of the kinds. */
export const traits = <Name extends keyof SourceTraits>(name: Name): Trait<Name>[] =>
  deploymentSources.map((kind) => sourceTraits[kind][name]);
