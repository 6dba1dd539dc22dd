import { askedOrganization } from "../../access/asked-organization.ts";
import type { ReaderContext } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import type { DatabaseList, DatabaseRow } from "../../contract/deployment/database.ts";
import type { DatabaseSort } from "../../contract/deployment/database-sorts.ts";
import { asksIncidents, compile, joinedBy } from "../../contract/filter/compile.ts";
import { DatabaseFacts } from "../../contract/filter/database-facts.ts";
import type { Filter } from "../../contract/filter/filter.ts";
import { sumBytes } from "../../kit/bytes.ts";
import { type IncidentReader, joinIncidents } from "../read/incident-join.ts";
import { type Joins, joinsFor, readJoins } from "../read/joins.ts";
import { holdersOf } from "../read/owners.ts";
import type { FleetDatabase } from "./database.ts";
import { withExtras } from "./fleet.ts";
import { recentFleet, recentFleetWith } from "./recent-fleet.ts";
import { joinedBySort, type Order, readPlace, writePlace } from "./order.ts";

export interface DatabaseQuery {
  organizationId?: string | undefined;
  filter: Filter;
  /** Reads the incidents, for a filter that asks about them. Without it, they are not known. */
  incidents?: IncidentReader;
  /** Reads what is joined: to rows that have it, and for a filter or an order that asks about it. */
  joins?: Joins | undefined;
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
export async function databases(ctx: ReaderContext, query: DatabaseQuery): Promise<DatabaseList> {
  const { found, page, empty, nextCursor } = await find(ctx, query);
  return {
    databases: page.map(rowOf),
    ...sums(found),
    empty,
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/**
 * The same page without sums, for callers that answer only a part of it.
 * @returns rows with a function for the cursor after each
 */
export async function databasePage(ctx: ReaderContext, query: DatabaseQuery) {
  const { page, nextCursor } = await find(ctx, query);
  return {
    rows: page.map((database) => ({
      row: rowOf(database),
      cursorAfter: () => writePlace(database, query),
    })),
    nextCursor,
  };
}

async function find(ctx: ReaderContext, query: DatabaseQuery) {
  const organization = askedOrganization(ctx, query.organizationId, {
    forbidden: "You can only list databases of your own organization.",
    unnamed: "organizationId: must name the organization whose databases are listed",
  });
  if (organization === null) return { found: [], page: [], empty: [], nextCursor: undefined };
  const place = query.cursor === undefined ? undefined : readPlace(query.cursor, query);
  const { joins, sort, order } = query;
  const ofAll = joinsFor(joins, new Set([...joinedBy(query.filter), ...joinedBySort(sort)]));
  const extrasOf = joins && !ofAll ? readJoins(joins, ctx, organization) : undefined;
  // What is joined to all databases is joined together, so that a page needs no second reading.
  const question = { ...query, joins: ofAll && joins };
  const { fleet, test } = await fleetWithTest(ctx, organization, question);
  const found = fleet.sorted(sort, order).filter(test);
  const start = place ? place.findIn(found) : ((query.page ?? 1) - 1) * query.limit;
  const page = found.slice(start, start + query.limit);
  const last = start + page.length < found.length ? page.at(-1) : undefined;
  const extras = await extrasOf?.(holdersOf(fleet.owners()));
  return {
    found,
    page: extras ? withExtras(page, extras) : page,
    empty: fleet.empty,
    nextCursor: last && writePlace(last, query),
  };
}

type Question = Pick<DatabaseQuery, "filter" | "incidents" | "joins"> & {
  /** Whether the caller needs to know the incidents whatever the filter asks. */
  withTroubles?: boolean;
};

/** All databases of an organization, and which of them a filter matches. */
async function fleetWithTest(
  ctx: ReaderContext,
  organization: OrganizationId,
  { filter, incidents, joins, withTroubles = false }: Question,
) {
  const loading = joins ? recentFleetWith(ctx, organization, joins) : recentFleet(ctx, organization);
  const joining =
    incidents && (withTroubles || asksIncidents(filter))
      ? joinIncidents(ctx, [organization], incidents)
      : undefined;
  const [fleet, troubleOf] = await Promise.all([withViewAudit(ctx, organization, loading), joining]);
  const test = compile(filter);
  // The facts are those of a process that serves many requests, so the incidents are joined to a copy.
  const joined = ({ database, deployment, extras }: DatabaseFacts) =>
    new DatabaseFacts(database, { ...deployment, troubleOf }, extras);
  const factsIn = ({ facts }: FleetDatabase) => (troubleOf ? joined(facts) : facts);
  const truthOf = (database: FleetDatabase) => test(factsIn(database));
  return { fleet, factsIn, truthOf, test: (database: FleetDatabase) => truthOf(database) === true };
}

/** Every database that a filter matches, in the order of their ids. What is joined is read for a filter that asks about it. */
export async function matchingDatabases(
  ctx: ReaderContext,
  organization: OrganizationId,
  question: Question,
): Promise<FleetDatabase[]> {
  const joins = joinsFor(question.joins, joinedBy(question.filter));
  const { fleet, test } = await fleetWithTest(ctx, organization, { ...question, joins });
  return fleet.databases.filter(test);
}

/**
 * Every database that a filter matches in an order, for callers that show other facts than rows have.
 * @returns also the facts of each with the incidents, sums, and how many may match: too little is known of them
 */
export async function databasesInOrder(
  ctx: ReaderContext,
  organization: OrganizationId,
  { sort, order, ...question }: Question & Pick<DatabaseQuery, "sort" | "order">,
) {
  const { fleet, factsIn, truthOf } = await fleetWithTest(ctx, organization, question);
  const judged = fleet.sorted(sort, order).map((database) => ({ database, truth: truthOf(database) }));
  const found = judged.flatMap(({ database, truth }) => (truth === true ? [database] : []));
  const unsure = judged.filter(({ truth }) => truth === undefined).length;
  return { found, unsure, factsIn, ...sums(found) };
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
  const { database, utilization, regions, figures, outlook } = facts;
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
    ...(outlook && { outlook }),
  };
}
