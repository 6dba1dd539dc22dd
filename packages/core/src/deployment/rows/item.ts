import type { OrganizationId } from "../../access/scope.ts";
import type { Database, DeploymentListItem, DeploymentSource } from "../../contract/deployment.ts";
import { sumBytes } from "../../kit/bytes.ts";
import { freshness, isCurrent } from "./freshness.ts";
import type { Observation } from "./observation.ts";
import type { Sign } from "./pulse.table.ts";

const listedDatabases = 10;

/** The list item of what was observed; what could not be read stays as it was `before`. */
export function toItem(
  organization: OrganizationId,
  source: DeploymentSource,
  observation: Observation,
  memoryUsed: string | null,
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
    memoryUsed,
  };
  // A source that cannot read a server does not know either whether it is one of a cluster.
  if (!databases && before) return { ...before, ...now, type: before.type };
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

/** What is not well comes first: it is what a list of ten has to tell. Otherwise the source's order stays. */
function byConcern(a: Database, b: Database): number {
  return Number(a.status === "active") - Number(b.status === "active");
}

function listed({ id, name, status }: Database): DeploymentListItem["databases"][number] {
  return { id, name, status };
}

/*
 * A list of thousands must not be parsed just to be written again. So the text of an item begins with its id and
 * ends with its tail, and reading it is a few cuts. Quotes inside values are escaped in JSON, so the last
 * occurrence of a tail's name with its quotes is always the tail's own.
 */
const idStart = '{"id":"';
const sourceStart = ',"source":"';
const statusStart = '","status":';
const updatedStart = ',"lastUpdated":"';
const usedStart = '","memoryUsed":';

/** An item as text: the id first, the tail last. */
export function writeItem(item: DeploymentListItem): string {
  const { id, source, status, lastUpdated, memoryUsed, ...rest } = item;
  return JSON.stringify({ id, ...rest, source, status, lastUpdated, memoryUsed });
}

/** The id in an item's text. */
export function idOf(text: string): string {
  return text.slice(idStart.length, text.indexOf('"', idStart.length));
}

/** The item's text brought up to date by the newest sign of life and the time that has passed. */
export function refresh(text: string, sign: Sign | undefined, now: number): string {
  const updatedAt = text.lastIndexOf(updatedStart);
  const usedAt = text.indexOf(usedStart, updatedAt);
  const sourceAt = text.lastIndexOf(sourceStart, updatedAt);
  const statusAt = text.indexOf(statusStart, sourceAt);
  const source = text.slice(sourceAt + sourceStart.length, statusAt) as DeploymentSource;
  const written = text.slice(updatedAt + updatedStart.length, usedAt);
  const { stale, lastUpdated } = freshness(source, written, sign, now);
  const head = stale ? `${text.slice(0, statusAt)}${statusStart}"stale"` : text.slice(0, updatedAt);
  const used =
    sign?.figures && isCurrent(sign, written)
      ? JSON.stringify(sign.figures[0])
      : text.slice(usedAt + usedStart.length, -1);
  return `${head}${updatedStart}${lastUpdated}${usedStart}${used}}`;
}
