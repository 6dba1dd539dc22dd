import type { ReaderContext } from "../access/context.ts";
import { longestOfDeployment, longestTargets } from "../contract/token/metric-limits.ts";
import { everything } from "../contract/filter/filter.ts";
import type { FleetDatabase } from "../deployment/fleet/database.ts";
import { matchingDatabases } from "../deployment/fleet/databases.ts";
import { isInPart, possibleParts } from "../deployment/read/part.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { Problem } from "../kit/problem.ts";
import { everyJoin } from "../outlook/joins.ts";
import { targetOf } from "./endpoint.ts";
import { type FeedQuery, organizationFor } from "./feed.ts";

/** Parts differ in size, because a deployment can have one database or thousands. */
const reserve = 1.5;

/** A group of targets, as HTTP service discovery has it. Each of ours has one. */
export interface TargetGroup {
  targets: [string];
  labels: Record<string, string>;
}

export interface Targets {
  /** A JSON array of TargetGroup. */
  text: string;
  /** How many databases have no known endpoint. */
  unknown: number;
  /** How many have one that is no host with a port. */
  unusable: number;
  /** How many are of deployments with more than one answer can take of each. */
  large: number;
}

/** Targets of one deployment or of several. What is beyond the limit is counted alone. */
class Collected {
  readonly #most: number;
  groups: string[] = [];
  bytes = 0;
  count = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  add(group: string): void {
    this.bytes += Buffer.byteLength(group) + 1;
    this.count += 1;
    if (this.isTooMuch) this.groups = [];
    else this.groups.push(group);
  }

  get isTooMuch(): boolean {
    return this.bytes > this.#most;
  }
}

/**
 * The databases of an organization whose endpoint is known, in the form of HTTP service discovery. Throws as `readFeed`
 * does, and conflict for more than one answer can hold.
 */
export async function readTargets(
  ctx: ReaderContext,
  { organizationId, part, filter = everything }: FeedQuery,
): Promise<Targets> {
  const organization = organizationFor(ctx, organizationId);
  const question = { filter, incidents: openTroubles, joins: everyJoin };
  const found = await matchingDatabases(ctx, organization, question);
  const wanted = part ? found.filter(({ deployment }) => isInPart(part, deployment.item.id)) : found;
  const all = new Collected(longestTargets);
  let [unknown, unusable, large] = [0, 0, 0];
  for (const own of byDeployment(wanted)) {
    const of = new Collected(longestOfDeployment);
    for (const one of own) {
      const { endpoint, tlsEnabled } = one.facts.database;
      const target = targetOf(endpoint ?? "", tlsEnabled === true);
      if (target !== undefined)
        of.add(JSON.stringify({ targets: [target], labels: labelsOf(one) } satisfies TargetGroup));
      else if (endpoint) unusable += 1;
      else unknown += 1;
    }
    if (of.isTooMuch) large += of.count;
    else for (const group of of.groups) all.add(group);
  }
  if (all.isTooMuch) throw tooMany(all.bytes, part?.of ?? 1);
  return { text: `[${all.groups.join(",")}]`, unknown, unusable, large };
}

/** Databases in the order of their ids, those of one deployment together. */
function* byDeployment(databases: readonly FleetDatabase[]): Generator<FleetDatabase[]> {
  let own: FleetDatabase[] = [];
  for (const one of databases) {
    if (own[0] && own[0].deployment !== one.deployment) {
      yield own;
      own = [];
    }
    own.push(one);
  }
  if (own.length > 0) yield own;
}

/** What a relabelling rule can ask about. What is not known is not there. */
function labelsOf({ facts, deployment: { item } }: FleetDatabase): Record<string, string> {
  const { database, regions, tls } = facts;
  const words = {
    deployment: item.id,
    deployment_name: item.name,
    deployment_type: item.type.toLowerCase(),
    database: database.id,
    database_name: database.name,
    source: item.source,
    via: item.via?.split("/")[0],
    engine: database.engine,
    redis_version: database.version,
    role: database.role,
    cloud_region: regions?.join(","),
    tls,
  };
  const said = Object.entries(words).filter((pair): pair is [string, string] => (pair[1] ?? "") !== "");
  return Object.fromEntries(said.map(([name, text]) => [`__meta_shardwatch_${name}`, text]));
}

/** All or nothing: Prometheus keeps its former list on an error, and would drop what a cut list lacks. */
function tooMany(bytes: number, asked: number): Problem {
  const needed = (asked * bytes * reserve) / longestTargets;
  const of = possibleParts.find((parts) => parts > asked && parts >= needed);
  const advice = of ? `Ask for parts: part=1/${of} to part=${of}/${of}.` : "Narrow them by a filter.";
  return new Problem("conflict", `There are more targets than one answer holds. ${advice}`, {
    code: "TOO_MANY_TARGETS",
  });
}
