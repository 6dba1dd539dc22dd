import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext } from "../access/context.ts";
import { chosenOrganization, type OrganizationId, ownOrganization } from "../access/scope.ts";
import { findCallers } from "../caller/names.ts";
import { withViewAudit } from "../audit/bounded.ts";
import { acceptedSince } from "../canary/canary.ts";
import { allOf } from "../channel/channels.ts";
import type { IncidentDetail, IncidentList } from "../contract/incident/incident.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { nextBefore, readBefore } from "../table/newest-first.ts";
import type { Row } from "../table/row.ts";
import { isExpired } from "../table/schema.ts";
import { silenceCountsFrom } from "./judging/decide.ts";
import {
  clockKey,
  openKey,
  openOf,
  pastKey,
  pastOf,
  pastSortKey,
  patchedKey,
  ticksKey,
} from "./rows/incident.keys.ts";
import {
  clockKind,
  isKnown,
  readIncident,
  readIncidents,
  type StoredIncident,
  type Tempo,
} from "./rows/incident.table.ts";
import { ticksKind } from "./rows/ticks.table.ts";
import { everybodyEvery } from "./due.ts";
import { byUrgencyAndAge } from "./judging/explain.ts";
import { accountsIn, type ChannelNames, toDetail, toListed } from "./rows/map.ts";
import { readPatched, type StoredPatched } from "./rows/patched.table.ts";
import { peopleOf, shownPatched } from "./rows/patched-map.ts";
import type { IncidentRecord } from "./rows/record.ts";
import { messagesOf } from "./messages/messages-of.ts";

export interface IncidentQuery {
  organizationId?: string | undefined;
  state: "open" | "past";
  limit: number;
  cursor?: string | undefined;
}

/**
 * The incidents of an organization: all open ones, the most urgent first and then the oldest, or a page of past ones,
 * newest first. Throws forbidden for an organization that is not the caller's.
 */
export async function list(ctx: ReaderContext, query: IncidentQuery): Promise<IncidentList> {
  const { organizationId, state } = query;
  const organization = askedOrganization(ctx, organizationId, {
    forbidden: "You can only see the incidents of your own organization.",
  });
  if (organization === null) return { incidents: [] };
  const reading = state === "open" ? openIn(ctx, organization) : pastIn(ctx, organization, query);
  const {
    records,
    channels = new Map(),
    nextCursor,
    patched,
    lookedAt,
    deafUntil,
  } = await withViewAudit(ctx, organization, reading);
  const named = new Set([...accountsIn(records), ...(patched ? peopleOf(patched) : [])]);
  const callers = await findCallers(ctx, [...named]);
  const said = patched ? shownPatched(patched, organization, callers) : [];
  return {
    incidents: records.map((record) =>
      toListed(record, organization, { callers, channels, now: ctx.clock.now() }),
    ),
    ...(nextCursor !== undefined && { nextCursor }),
    ...(said.length > 0 && { patched: said }),
    ...(lookedAt !== undefined && { lookedAt: new Date(lookedAt).toISOString() }),
    ...(deafUntil !== undefined && { deafUntil: new Date(deafUntil).toISOString() }),
  };
}

interface ReadPage {
  records: IncidentRecord[];
  /** Of the open ones. */
  channels?: ChannelNames;
  nextCursor?: string | undefined;
  patched?: StoredPatched;
  /** Unix epoch in milliseconds. */
  lookedAt?: number | undefined;
  /** Unix epoch in milliseconds. */
  deafUntil?: number | undefined;
}

/** Each cause has one incident, so there are few. */
async function openIn(ctx: ReaderContext, organization: OrganizationId): Promise<ReadPage> {
  const { table, clock: time } = ctx;
  const [rows, all, [clock, ticks, patchedRow], heardSince] = await Promise.all([
    table.queryAll(openOf(organization)),
    allOf(ctx, organization),
    table.batchGet([clockKey(organization), ticksKey, patchedKey(organization)]),
    acceptedSince(ctx),
  ]);
  const channels = new Map(all.map(({ id, name }) => [id, name]));
  const records = readIncidents(rows)
    .map(({ record }) => record)
    .toSorted(byUrgencyAndAge);
  const patched = readPatched(patchedRow);
  if (!clock || !ticks) return { records, channels, patched };
  const [{ tempo, since: watchedSince }, { minute, since }] = [clockKind.read(clock), ticksKind.read(ticks)];
  const silenceCountsAt = silenceCountsFrom({ since, heardSince });
  const isAfterOutage = Math.max(since, heardSince) > watchedSince;
  return {
    records,
    channels,
    patched,
    lookedAt: lastPass(tempo, minute),
    deafUntil: isAfterOutage && silenceCountsAt > time.now() ? silenceCountsAt : undefined,
  };
}

/** Without agents an organization is looked at only in every fifth minute. */
const lastPass = (tempo: Tempo, last: number): number =>
  tempo === "minute" ? last : last - (last % everybodyEvery);

async function pastIn(
  { table, clock }: ReaderContext,
  organization: OrganizationId,
  { limit, cursor }: IncidentQuery,
): Promise<ReadPage> {
  const next = readBefore(cursor, (id) => isId("incident", id));
  const after = next === undefined ? undefined : pastSortKey(next);
  const rows = await table.queryFirst(pastOf(organization), limit + 1, { after, descending: true });
  const living = rows.slice(0, limit).filter((row) => !isExpired(row, clock.now()));
  const records = readIncidents(living).map(({ record }) => record);
  const last = living.at(-1);
  const before = last && rows.length > limit ? readIncident(last).record.id : undefined;
  return { records, ...nextBefore(before) };
}

/**
 * One incident, open or past. Super admins name its organization. Throws notFound for one of another organization.
 */
export async function get(
  ctx: ReaderContext,
  id: string,
  organizationId: string | undefined,
): Promise<IncidentDetail> {
  const organization = organizationFor(ctx, id, organizationId);
  const { record } = await withViewAudit(ctx, organization, find(ctx, organization, id));
  return await shown(ctx, organization, record);
}

export async function shown(
  ctx: ReaderContext,
  organization: OrganizationId,
  record: IncidentRecord,
): Promise<IncidentDetail> {
  const [callers, messages] = await Promise.all([
    findCallers(ctx, accountsIn([record])),
    messagesOf(ctx, organization, record),
  ]);
  return { ...toDetail(record, organization, callers, ctx.clock.now()), messages };
}

/** The organization in which the caller may look for the incident. Throws notFound for any other. */
export function organizationFor(ctx: ReaderContext, id: string, named: string | undefined): OrganizationId {
  const organization =
    named === undefined ? ownOrganization(ctx.actor) : chosenOrganization(ctx.actor, named);
  if (!organization || !isId("incident", id)) throw notFound();
  return organization;
}

/** Throws notFound. */
export async function find(
  ctx: ReaderContext,
  organization: OrganizationId,
  id: string,
): Promise<StoredIncident> {
  const [open, past] = await ctx.table.batchGet([openKey(organization, id), pastKey(organization, id)]);
  const row: Row | undefined = open ?? (past && !isExpired(past, ctx.clock.now()) ? past : undefined);
  const found = row && readIncident(row);
  if (!found || !isKnown(found)) throw notFound();
  return found;
}

const notFound = () => new Problem("notFound", "Incident not found");
