import type { MemberContext } from "../../access/context.ts";
import {
  chosenOrganization,
  everyOrganization,
  type OrganizationId,
  ownOrganization,
} from "../../access/scope.ts";
import { lookInto } from "../../audit/bounded.ts";
import type { DatabaseList, DatabaseRow, DatabaseSort } from "../../contract/database.ts";
import type { NewestFigures } from "../../contract/deployment.ts";
import { asksFigures, compile } from "../../contract/filter/compile.ts";
import { DatabaseFacts } from "../../contract/filter/database-facts.ts";
import type { Filter } from "../../contract/filter/filter.ts";
import { sumBytes } from "../../kit/bytes.ts";
import { Problem } from "../../kit/problem.ts";
import type { DeploymentFigures, FigureReader } from "../read/figure-join.ts";
import { type IncidentReader, joinIncidents } from "../read/incident-join.ts";
import type { FleetDatabase } from "./database.ts";
import { recentFleet } from "./recent.ts";
import { needsFigures, type Order, readPlace, sortDatabases, writePlace } from "./order.ts";

export interface DatabaseQuery {
  organizationId?: string | undefined;
  filter: Filter;
  /** Reads the incidents, for a filter that asks about them. Without it, they are not known. */
  incidents?: IncidentReader;
  /** Reads the newest five-minute figures: for rows that have them, and for a filter or an order that asks about them. */
  figures?: FigureReader | undefined;
  sort: DatabaseSort;
  order: Order;
  limit: number;
  /** From 1. It counts when there is no cursor. */
  page?: number | undefined;
  cursor?: string | undefined;
}

/**
 * A page of the databases of an organization, with the sums of all that match. Throws forbidden for another
 * organization. Throws invalid for a cursor of another list, and when somebody who sees all organizations
 * names none.
 */
export async function databases(ctx: MemberContext, query: DatabaseQuery): Promise<DatabaseList> {
  const { found, page, nextCursor } = await find(ctx, query);
  return { databases: page.map(rowOf), ...sums(found), ...(nextCursor !== undefined && { nextCursor }) };
}

/**
 * The same page without sums, for callers that answer only a part of it.
 * @returns rows with a function for the cursor after each
 */
export async function databasePage(ctx: MemberContext, query: DatabaseQuery) {
  const { page, nextCursor } = await find(ctx, query);
  return {
    rows: page.map((database) => ({
      row: rowOf(database),
      cursorAfter: () => writePlace(database, query),
    })),
    nextCursor,
  };
}

async function find(ctx: MemberContext, query: DatabaseQuery) {
  const organization = organizationOf(ctx, query.organizationId);
  if (organization === null) return { found: [], page: [], nextCursor: undefined };
  const place = query.cursor === undefined ? undefined : readPlace(query.cursor, query);
  const figuresOf = query.figures?.(ctx, organization);
  const fleet = await lookInto(ctx, organization, recentFleet(ctx, organization));
  const incidents =
    query.incidents && (await joinIncidents(ctx, query.filter, () => [organization], query.incidents));
  const figures = await figuresOf?.(fleet.owners());
  const asksAll = asksFigures(query.filter) || needsFigures(query.sort);
  const all = asksAll && figures ? withFigures(fleet.databases, figures) : fleet.databases;
  const sorted =
    all === fleet.databases
      ? fleet.sorted(query.sort, query.order)
      : sortDatabases(all, query.sort, query.order);
  const test = compile(query.filter);
  // The facts are those of a process that serves many requests, so the incidents are joined to a copy.
  const joined = ({ database, deployment, figures: own }: DatabaseFacts) =>
    new DatabaseFacts(database, { ...deployment, incidents }, own);
  const found = sorted.filter(({ facts }) => test(incidents ? joined(facts) : facts) === true);
  const start = place ? place.findIn(found) : ((query.page ?? 1) - 1) * query.limit;
  const page = found.slice(start, start + query.limit);
  const last = start + page.length < found.length ? page.at(-1) : undefined;
  return {
    found,
    page: figures && !asksAll ? withFigures(page, figures) : page,
    nextCursor: last && writePlace(last, query),
  };
}

/** The same databases with their figures. Those of all databases of a deployment are found at once. */
function withFigures(
  some: readonly FleetDatabase[],
  figures: ReadonlyMap<string, DeploymentFigures>,
): FleetDatabase[] {
  const found = new Map<FleetDatabase, NewestFigures | undefined>();
  for (const [id, own] of Map.groupBy(some, ({ deployment }) => deployment.item.id)) {
    const each = figures.get(id)?.ofEach(own.map(({ facts }) => facts.database.id));
    for (const [index, database] of own.entries()) found.set(database, each?.[index]);
  }
  return some.map((one) => ({
    ...one,
    facts: new DatabaseFacts(one.facts.database, one.facts.deployment, found.get(one)),
  }));
}

function organizationOf(ctx: MemberContext, named: string | undefined): OrganizationId | null {
  if (named === undefined && !everyOrganization(ctx.actor)) return ownOrganization(ctx.actor);
  if (named === undefined)
    throw new Problem("invalid", "Please choose an organization.", {
      details: ["organizationId: must name the organization whose databases are listed"],
    });
  const chosen = chosenOrganization(ctx.actor, named);
  if (!chosen) throw new Problem("forbidden", "You can only list databases of your own organization.");
  return chosen;
}

function sums(found: readonly FleetDatabase[]) {
  return {
    total: found.length,
    deployments: new Set(found.map(({ deployment }) => deployment)).size,
    memoryUsed: sumBytes(found.map(({ facts }) => facts.database.memoryUsed)),
    memoryLimit: sumBytes(found.map(({ facts }) => facts.database.memoryLimit)),
    unlimited: found.filter(({ facts }) => facts.database.memoryLimit === "0").length,
  };
}

function rowOf({ facts, deployment }: FleetDatabase): DatabaseRow {
  const { database, utilization, regions, figures } = facts;
  const { item, lastUpdated } = deployment;
  return {
    id: database.id,
    name: database.name,
    status: database.status,
    version: database.version,
    engine: database.engine ?? null,
    memoryUsed: database.memoryUsed,
    memoryLimit: database.memoryLimit,
    utilization: utilization ?? null,
    evictionPolicy: database.evictionPolicy ?? null,
    persistence: database.persistence ?? null,
    tlsEnabled: database.tlsEnabled,
    nodeType: database.nodeType ?? null,
    region: regions?.length === 1 ? (regions[0] ?? null) : null,
    deploymentId: item.id,
    deploymentName: item.name,
    organizationId: item.organizationId,
    type: item.type,
    source: item.source,
    lastUpdated,
    ...(figures && { figures }),
  };
}
