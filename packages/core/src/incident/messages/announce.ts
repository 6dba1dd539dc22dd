import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { findCallers } from "../../caller/names.ts";
import { allOf, canSend } from "../../channel/channels.ts";
import { recipientsOf } from "../../channel/subscription.ts";
import { minute } from "../../kit/time.ts";
import { batchGetAll } from "../../table/batch.ts";
import type { Changes } from "../judging/compare.ts";
import { comeBackWithin, type Moment } from "../judging/decide.ts";
import { pastKey } from "../rows/incident.keys.ts";
import { type Clock, readIncidents, type StoredIncident } from "../rows/incident.table.ts";
import { accountsIn } from "../rows/map.ts";
import { type Messages, writeMessages } from "./write-messages.ts";
import { isPending, type OpenChannel, plan, type RoutingOf, type SentByChannel } from "./plan.ts";
import { everywhere, type Routing } from "./receivers.ts";
import type { IncidentRecord, Notified } from "../rows/record.ts";

/** After an outage of our own, what comes up together goes out together for so long. */
const summarizeFor = 5 * minute;

/** What a pass has to say. */
export interface Announced extends Messages {
  /** What the channels know afterwards, by the incident's id. */
  notified: ReadonlyMap<string, Notified>;
  /** Past incidents of whose end the channels are notified only now, as they were. */
  past: StoredIncident[];
  clock: Pick<Clock, "sent" | "pendingEnds">;
}

interface Known {
  routingOf: RoutingOf;
  routing: Routing<IncidentRecord>;
  open: readonly IncidentRecord[];
  changes: Changes;
  clock: Clock | undefined;
}

/** Decides what goes to which channel, and makes the messages. Reads nothing while there is nothing to say. */
export async function announce(
  services: Services,
  organization: OrganizationId,
  { open, changes, clock, routingOf, routing }: Known,
  { now, since, watchedSince }: Moment,
): Promise<Announced> {
  const { pendingEnds = [], sent } = clock ?? {};
  const resolved = changes.resolved.filter((record) => isPending(record, now, routingOf));
  const isAfterGap = watchedSince < since;
  // Nobody knows yet what of the gap is still so. It is said when agents had time to come back.
  if (isAfterGap && now - since < comeBackWithin)
    return nothingToSend([...pendingEnds, ...resolved.map(({ id }) => id)], sent);
  const past = await readPast(services, organization, pendingEnds);
  const ended = [...resolved, ...past.map(({ record }) => record)];
  const pending = [...openAfter(open, changes), ...ended].filter((record) =>
    isPending(record, now, routingOf),
  );
  if (pending.length === 0) return nothingToSend([], sent);
  const [channels, callers] = await Promise.all([
    (routing === everywhere ? openChannels : routedChannels)(services, organization),
    findCallers(services, accountsIn(pending)),
  ]);
  const summarizes = isAfterGap && now - since < comeBackWithin + summarizeFor;
  const planned = plan(pending, channels, readSent(sent), { now, summarizes, routingOf, routing });
  const isStillPending = ({ id, sequence }: IncidentRecord) =>
    (planned.notified.get(id)?.sequence ?? 0) < sequence;
  return {
    ...writeMessages(planned, { settings: services.settings, organization, callers, now }),
    notified: planned.notified,
    past: past.filter(({ record }) => planned.notified.has(record.id)),
    clock: {
      pendingEnds: listOf(
        ended
          .filter((record) => isPending(record, now, routingOf) && isStillPending(record))
          .map(({ id }) => id),
      ),
      sent: JSON.stringify(planned.sent),
    },
  };
}

const nothingToSend = (pendingEnds: string[], sent: string | undefined): Announced => ({
  messages: new Map(),
  summaries: [],
  jobs: [],
  notified: new Map(),
  past: [],
  clock: { pendingEnds: listOf(pendingEnds), sent },
});

const listOf = (ids: string[]): string[] | undefined => (ids.length > 0 ? ids : undefined);

const readSent = (sent: string | undefined): SentByChannel =>
  sent === undefined ? {} : (JSON.parse(sent) as SentByChannel);

/** Past incidents that are still kept. */
async function readPast(
  { table }: Services,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<StoredIncident[]> {
  const rows = await batchGetAll(
    table,
    ids.map((id) => pastKey(organization, id)),
  );
  return readIncidents(rows);
}

/** All that is open after the pass. */
function openAfter(open: readonly IncidentRecord[], changes: Changes): IncidentRecord[] {
  const { opened, changed, updated, resolved } = changes;
  const seen = new Set([...changed, ...updated, ...resolved].map(({ id }) => id));
  return [...opened, ...changed, ...updated, ...open.filter(({ id }) => !seen.has(id))];
}

/** The channels of the organization that are on. */
export async function openChannels(services: Services, organization: OrganizationId): Promise<OpenChannel[]> {
  const channels = await allOf(services, organization);
  return channels.filter((channel) => channel.off === undefined && canSend(channel));
}

/** The same where routes choose among them: mail that nobody gets is none, because a route to it would lead nowhere. */
async function routedChannels(services: Services, organization: OrganizationId): Promise<OpenChannel[]> {
  const open = await openChannels(services, organization);
  const others = open.filter(({ kind }) => kind !== "mail");
  if (others.length === open.length) return open;
  return (await recipientsOf(services, organization)).length > 0 ? open : others;
}

/** The changes of a pass with what the channels know of them. */
export function withNotified(
  open: readonly IncidentRecord[],
  changes: Changes,
  notified: ReadonlyMap<string, Notified>,
): Changes {
  const add = (record: IncidentRecord): IncidentRecord => {
    const next = notified.get(record.id);
    return next ? { ...record, notified: next } : record;
  };
  const { opened, changed, updated, resolved } = changes;
  const seen = new Set([...changed, ...updated, ...resolved].map(({ id }) => id));
  const others = open.filter(({ id, notified: before }) => !seen.has(id) && isNews(before, notified.get(id)));
  return {
    opened: opened.map(add),
    changed: changed.map(add),
    updated: [...updated, ...others].map(add),
    resolved: resolved.map(add),
  };
}

const isNews = (before: Notified, next: Notified | undefined): boolean =>
  next !== undefined && JSON.stringify(before) !== JSON.stringify(next);
