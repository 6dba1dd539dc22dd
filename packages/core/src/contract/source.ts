/** What the rest of the product needs to know about a kind of source. Stored words never change. */
interface SourceTraits {
  /** The name of its sources in the plan of an acceptance. Stored with accepted invitations. */
  movable: string;
  /** The field of the organization's quota that counts its sources. Stored. */
  counted: string;
  /** The first word of its actions in the audit log. Searches use it. */
  audited: string;
  /** How often it reports or is read, in minutes. */
  interval: number;
  /** How long a source may be silent before its deployments are stale, in minutes. */
  staleAfter: number;
  /** The worker that reads its sources; null for sources that report on their own. */
  reader: "read-redis-cloud" | "read-elasticache" | null;
}

/** Every kind of source. Lists of kinds, and records over them, follow from this one. */
export const sourceTraits = {
  agent: {
    movable: "keys",
    counted: "accessKeys",
    audited: "accessKey",
    interval: 1,
    staleAfter: 5,
    reader: null,
  },
  "redis-cloud": {
    movable: "redisClouds",
    counted: "redisClouds",
    audited: "redisCloud",
    interval: 5,
    staleAfter: 15,
    reader: "read-redis-cloud",
  },
  elasticache: {
    movable: "awsAccounts",
    counted: "elastiCaches",
    audited: "elastiCache",
    interval: 5,
    staleAfter: 15,
    reader: "read-elasticache",
  },
} as const satisfies Record<string, SourceTraits>;

/** The source of a deployment's data, shown as a badge. */
export type DeploymentSource = keyof typeof sourceTraits;

/** How often a source is heard. One that only a later release knows is taken for an account: nobody reads it now. */
export const rhythmOf = (source: string): Pick<SourceTraits, "interval" | "staleAfter"> =>
  (sourceTraits as Readonly<Record<string, SourceTraits>>)[source] ?? sourceTraits["redis-cloud"];

/** The sources that we read ourselves. Agents report on their own. */
export type IntegrationSource = Exclude<DeploymentSource, "agent">;

/** All kinds, in the order in which the product names them. */
export const deploymentSources = Object.keys(sourceTraits) as DeploymentSource[];

/** One trait of a kind, or of several. */
export type Trait<
  Name extends keyof SourceTraits,
  Source extends DeploymentSource = DeploymentSource,
> = (typeof sourceTraits)[Source][Name];

/** One trait of every kind, in the order of the kinds. */
export const traits = <Name extends keyof SourceTraits>(name: Name): Trait<Name>[] =>
  deploymentSources.map((kind) => sourceTraits[kind][name]);
