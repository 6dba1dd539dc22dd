import type { ReaderContext } from "../access/context.ts";
import { longestTargets } from "../contract/token/metric-limits.ts";
import { everything } from "../contract/filter/filter.ts";
import type { FleetDatabase } from "../deployment/fleet/database.ts";
import { matchingDatabases } from "../deployment/fleet/databases.ts";
import { isInPart, possibleParts } from "../deployment/read/part.ts";
import { figureReader } from "../history/newest/figures.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { Problem } from "../kit/problem.ts";
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
  const question = { filter, incidents: openTroubles, figures: figureReader };
  const found = await matchingDatabases(ctx, organization, question);
  const groups: string[] = [];
  let [bytes, unknown, unusable] = [0, 0, 0];
  for (const one of part ? found.filter(({ deployment }) => isInPart(part, deployment.item.id)) : found) {
    const { endpoint, tlsEnabled } = one.facts.database;
    const target = targetOf(endpoint ?? "", tlsEnabled === true);
    if (target !== undefined) {
      const group = JSON.stringify({ targets: [target], labels: labelsOf(one) } satisfies TargetGroup);
      bytes += Buffer.byteLength(group) + 1;
      // Beyond, the size alone is asked for.
      if (bytes <= longestTargets) groups.push(group);
    } else if (endpoint) unusable += 1;
    else unknown += 1;
  }
  if (bytes > longestTargets) throw tooMany(bytes, part?.of ?? 1);
  return { text: `[${groups.join(",")}]`, unknown, unusable };
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
