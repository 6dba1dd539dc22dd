import type { OrganizationId } from "../../access/scope.ts";
import type { Database, DatabaseFacts, DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { ownFactsOf } from "../../contract/deployment/parts.ts";
import { sumBytes } from "../../kit/bytes.ts";
import { databaseFacts } from "./database-facts.ts";
import type { Figures } from "./figures.ts";
import { measuredFields } from "./item-text.ts";
import type { Observation, SourceInstance } from "./observation.ts";
import { viaOf } from "./owner.ts";

const listedDatabases = 10;

/** The list item of an observation. Fields that could not be read stay the same as in `before`. */
export function toItem(
  organization: OrganizationId,
  source: SourceInstance,
  observation: Observation,
  last: Figures,
  received: number,
  before: DeploymentListItem | undefined,
): DeploymentListItem {
  const { id, name, type, status, statusMessage, databases, gaps } = observation;
  const lastUpdated = new Date(received).toISOString();
  const now = {
    id,
    organizationId: organization,
    name,
    type,
    statusMessage,
    source: source.kind,
    status,
    statusSince: sinceOf(status, before, lastUpdated),
    via: viaOf(source),
    lastUpdated,
    ...measuredFields(last),
  };
  // A source that cannot read a server does not know its type either.
  if (!databases && before) {
    const facts = before.facts && withGaps(before.facts, gaps);
    return { ...withoutFigures(before), ...now, ...(facts && { facts }), type: before.type };
  }
  const { license, cloudSubscription } = observation;
  return {
    ...now,
    databaseCount: databases?.length ?? 0,
    memoryLimit: sumBytes((databases ?? []).map((database) => database.memoryLimit)),
    databases: (databases ?? []).toSorted(byConcern).slice(0, listedDatabases).map(listed),
    license: license && {
      expirationDate: license.expirationDate,
      ramShardsInUse: license.ramShardsInUse,
      ramShardsLimit: license.ramShardsLimit,
      flashShardsInUse: license.flashShardsInUse,
      flashShardsLimit: license.flashShardsLimit,
      shardsLimit: license.shardsLimit,
    },
    cloudSubscription,
    ...ownFactsOf(observation),
    ...(databases && { facts: factsFor(cloudSubscription, databaseFacts(databases, gaps)) }),
  };
}

/** Without regions that the subscription has already. */
function factsFor(subscription: unknown, { regions, ...facts }: DatabaseFacts): DatabaseFacts {
  return subscription || !regions ? facts : { ...facts, regions };
}

/**
 * Since when a source reports this status. An older row does not have that time, so the time of its last write
 * takes its place.
 */
function sinceOf(status: string, before: DeploymentListItem | undefined, now: string): string {
  return before?.status === status ? (before.statusSince ?? before.lastUpdated) : now;
}

/** The facts of databases that could not be read again. Undefined gaps stay as they were. */
function withGaps({ gaps: known, ...facts }: DatabaseFacts, gaps: readonly string[] | undefined) {
  const missing = gaps ? gaps.length > 0 : known;
  return { ...facts, ...(missing && { gaps: true }) };
}

function withoutFigures({ fullest: _, evicted: __, ...rest }: DeploymentListItem): DeploymentListItem {
  return rest;
}

/**
 * Databases with problems come first, because a list item contains only ten. Otherwise the source's order
 * stays.
 */
function byConcern(a: Database, b: Database): number {
  return Number(a.status === "active") - Number(b.status === "active");
}

function listed({ id, name, status }: Database): DeploymentListItem["databases"][number] {
  return { id, name, status };
}
