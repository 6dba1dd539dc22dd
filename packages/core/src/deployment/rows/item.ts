import type { OrganizationId } from "../../access/scope.ts";
import type { Database, DeploymentListItem } from "../../contract/deployment.ts";
import type { DeploymentSource } from "../../contract/source.ts";
import { sumBytes } from "../../kit/bytes.ts";
import type { Figures } from "./figures.ts";
import { measuredFields } from "./item-text.ts";
import type { Observation } from "./observation.ts";

const listedDatabases = 10;

/** The list item of an observation. Fields that could not be read stay the same as in `before`. */
export function toItem(
  organization: OrganizationId,
  source: DeploymentSource,
  observation: Observation,
  last: Figures,
  received: number,
  before: DeploymentListItem | undefined,
): DeploymentListItem {
  const { id, name, type, status, statusMessage, databases } = observation;
  const now = {
    id,
    organizationId: organization,
    name,
    type,
    statusMessage,
    source,
    status,
    lastUpdated: new Date(received).toISOString(),
    ...measuredFields(last),
  };
  // A source that cannot read a server does not know its type either.
  if (!databases && before) return { ...withoutFigures(before), ...now, type: before.type };
  const { license, cloudSubscription, enterpriseAdminUrl } = observation;
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
    enterpriseAdminUrl,
  };
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
