import { askedOrganization } from "../../access/asked-organization.ts";
import { audit, callerOf } from "../../access/audit.ts";
import { refuseManaged } from "../../access/managed.ts";
import type { FileContext, ReaderContext, SourceContext } from "../../access/context.ts";
import { chosenOrganization, type OrganizationId, ownOrganization } from "../../access/scope.ts";
import { findCallers, nameOf } from "../../caller/names.ts";
import { type Claim, unclaimed } from "../../caller/once.ts";
import { noOrganization } from "../../account/source-rights.ts";
import { transactAsCaller } from "../../caller/transact.ts";
import { countWith } from "../../attempts/attempts.ts";
import { auditRow } from "../../audit/audit.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import type { Silence, SilenceInput } from "../../contract/incident/silence.ts";
import { isId, newId } from "../../kit/ids.ts";
import { Problem } from "../../kit/problem.ts";
import { day } from "../../kit/time.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../../table/revision.ts";
import type { Write } from "../../table/table.ts";
import { alertsOf } from "../rows/incident.keys.ts";
import { putChanged, raiseClock, readAlerts, type StoredAlerts } from "../rows/incident.table.ts";

import { coversEverything, readTimes, resolveScope } from "./silence-input.ts";
import { endSilence, nameOfScope, putSilence, type TitledSilence } from "../rows/silence.table.ts";
import { type FilterMatch, filterMatchOf } from "../judging/filter-match.ts";
import { coversFleet, fleetFor } from "./silenced-fleet.ts";
import { silence, type StoredSilence } from "./silence.ts";
import { idForFile } from "./silence-of-file.ts";

/** How many silences an organization has, with those of the last day. Every pass reads all of them. */
const mostSilences = 50;
/** A transaction takes a hundred writes. The next pass changes the incidents that are left. */
const mostIncidents = 90;

interface Where {
  organizationId?: string | undefined;
}

const iso = (time: number) => new Date(time).toISOString();

/** The silences that run or begin later, the first to end first. Throws forbidden for a foreign organization. */
export async function list(ctx: ReaderContext, where: Where): Promise<Silence[]> {
  const organization = organizationFor(ctx, where);
  if (!organization) return [];
  const { silences } = await withViewAudit(ctx, organization, read(ctx, organization));
  const now = ctx.clock.now();
  const current = silences
    .filter(({ until, endedAt }) => endedAt === undefined && now < until)
    .toSorted((one, other) => one.until - other.until);
  return await shown(ctx, organization, current);
}

/** A silence, also one that has ended within the last day. Throws notFound. */
export async function get(ctx: ReaderContext, id: string, where: Where): Promise<Silence> {
  const organization = organizationFor(ctx, where);
  const alerts = organization && (await withViewAudit(ctx, organization, read(ctx, organization)));
  const one = alerts?.silences.find((each) => each.id === id);
  const [answer] =
    organization && one ? await shown(ctx, organization, [{ ...one, until: one.endedAt ?? one.until }]) : [];
  if (!answer) throw notFound();
  return answer;
}

/**
 * Silences incidents, those that are open at once. Throws invalid for a wrong time and for a filter that makes no
 * sense, and notFound for an incident that is not open. Throws conflict for a filter that covers every deployment
 * without confirmation, for too many silences, and for a caller without organization.
 */
export async function create(
  ctx: ReaderContext,
  input: SilenceInput & Where,
  claim: Claim = unclaimed,
): Promise<Silence> {
  const organization = organizationFor(ctx, input);
  if (!organization) throw noOrganization();
  const newOne = () => newId("silence", ctx.clock.now(), ctx.random.bytes(16));
  const { made } = await make(ctx, organization, input, newOne, claim);
  const [answer] = await shown(ctx, organization, [made]);
  return answer as Silence;
}

/** The same for the configuration file. Of several processes at once, one creates. Returns whether it was this one. */
export async function createForFile(ctx: FileContext, input: SilenceInput): Promise<boolean> {
  const organization = ownOrganization(ctx.actor);
  const from = input.from === undefined ? undefined : Date.parse(input.from);
  const said = { ...input, from, until: Date.parse(input.until) };
  const idAmong = (stored: readonly TitledSilence[]) => idForFile(organization, said, stored);
  return (await make(ctx, organization, input, idAmong)).isNew;
}

/** @param idAmong the new silence's id beside those that are stored; one of them has been made already */
async function make(
  ctx: SourceContext,
  organization: OrganizationId,
  { confirm, ...input }: SilenceInput,
  idAmong: (stored: readonly TitledSilence[]) => string,
  claim: Claim = unclaimed,
): Promise<{ made: TitledSilence; isNew: boolean }> {
  const now = ctx.clock.now();
  const times = readTimes(input, now);
  const { actor } = ctx;
  const outcome = await retryOnConflict(async () => {
    const alerts = await read(ctx, organization);
    const id = idAmong(alerts.silences);
    const found = alerts.silences.find((each) => each.id === id);
    if (found) return { made: found, isNew: false };
    const { scope, title } = resolveScope(input.scope, alerts, confirm);
    if (alerts.silences.length >= mostSilences) throw tooMany();
    const one: TitledSilence = {
      id,
      scope,
      title,
      ...times,
      reason: input.reason,
      createdBy: callerOf(actor),
      createdAt: now,
      ...(actor.kind === "file" && { managedBy: "file" as const }),
    };
    const event = auditRow(ctx, organization, {
      action: "silence.created",
      id,
      name: title ?? nameOfScope(scope),
      fields: { from: [null, iso(one.from)], until: [null, iso(one.until)], reason: [null, one.reason] },
    });
    // Before the first pass there is no clock that keeps two requests apart.
    const counted = countWith(ctx, { what: "silences", name: organization, window: day }, mostSilences);
    const writes = [putSilence(organization, one), ...claim(id), event, counted];
    const all = [...alerts.silences, one];
    const fleet = await fleetFor(ctx, organization, all, alerts);
    if (!confirm && coversFleet(scope, fleet)) throw coversEverything();
    await apply(ctx, organization, alerts, all, filterMatchOf(fleet), writes);
    return { made: one, isNew: true };
  });
  const { made, isNew } = outcome;
  if (isNew) audit(ctx, "silence.created", { silenceId: made.id, organizationId: organization });
  return outcome;
}

/** Ends a silence now. Does nothing for one that has ended. Throws notFound, and outdated for another revision than expected. */
export async function end(ctx: SourceContext, id: string, where: Where, expected?: Expected): Promise<void> {
  const named = where.organizationId;
  const organization =
    named === undefined || ctx.actor.kind === "file"
      ? ownOrganization(ctx.actor)
      : chosenOrganization(ctx.actor, named);
  if (!organization || !isId("silence", id)) throw notFound();
  const isNew = await retryOnConflict(async () => {
    const alerts = await read(ctx, organization);
    const one = alerts.silences.find((each) => each.id === id);
    if (!one) throw notFound();
    refuseManaged(ctx, one);
    checkRevision(revised(one), expected);
    const now = ctx.clock.now();
    if (one.endedAt !== undefined || one.until <= now) return false;
    const event = auditRow(ctx, organization, {
      action: "silence.ended",
      id,
      name: one.title ?? nameOfScope(one.scope),
      fields: { until: [iso(one.until), iso(now)] },
    });
    const remaining = alerts.silences.filter((each) => each !== one);
    const writes = [endSilence(organization, one, now), event];
    const matches = filterMatchOf(await fleetFor(ctx, organization, remaining, alerts));
    await apply(ctx, organization, alerts, remaining, matches, writes, callerOf(ctx.actor));
    return true;
  });
  if (isNew) audit(ctx, "silence.ended", { silenceId: id, organizationId: organization });
}

const read = async ({ table }: SourceContext, organization: OrganizationId): Promise<StoredAlerts> =>
  readAlerts(await table.queryAll(alertsOf(organization)));

/**
 * Writes a change of silences together with the open incidents that it concerns. It raises the clock, so a pass that has
 * not seen the change can't write, and so no message of it goes out.
 */
async function apply(
  ctx: SourceContext,
  organization: OrganizationId,
  { clock, open }: StoredAlerts,
  silences: readonly StoredSilence[],
  matches: FilterMatch,
  writes: readonly Write[],
  endedBy: string | null = null,
): Promise<void> {
  const before = open.map(({ record }) => record);
  const after = silence(before, silences, matches, ctx.clock.now(), endedBy);
  const changed = open.flatMap(({ record, revision }, index) => {
    const next = after[index];
    return next && next !== record ? [putChanged(organization, next, revision)] : [];
  });
  await transactAsCaller(ctx, organization, "manageOrganization", [
    ...writes,
    ...(clock ? [raiseClock(organization, clock, clock)] : []),
    ...changed.slice(0, mostIncidents),
  ]);
}

/** The organization that the caller asks for; null for a caller without one. Throws forbidden for a foreign one. */
export const organizationFor = (ctx: ReaderContext, { organizationId }: Where): OrganizationId | null =>
  askedOrganization(ctx, organizationId, {
    forbidden: "You can only see the silences of your own organization.",
  });

/** A silence changes once, when somebody ends it. */
const revised = ({ endedAt }: Pick<StoredSilence, "endedAt">) => ({
  revision: Number(endedAt !== undefined),
});

async function shown(
  ctx: SourceContext,
  organization: OrganizationId,
  silences: readonly TitledSilence[],
): Promise<Silence[]> {
  const ids = [...new Set(silences.map(({ createdBy }) => createdBy))];
  const callers = await findCallers(ctx, ids);
  return silences.map(
    ({ id, scope, title = "", from, until, reason, createdBy, createdAt, managedBy, ...rest }) => ({
      id,
      organizationId: organization,
      scope: scope.kind === "incident" ? { ...scope, title } : scope,
      from: iso(from),
      until: iso(until),
      reason,
      createdBy: { id: createdBy, name: nameOf(createdBy, callers, organization) },
      createdAt: iso(createdAt),
      ...(managedBy && { managedBy }),
      ...revised(rest),
    }),
  );
}

const notFound = () => new Problem("notFound", "Silence not found");

const tooMany = () =>
  new Problem("conflict", `An organization can have ${mostSilences} silences. End one first.`, {
    code: "TOO_MANY_SILENCES",
  });
