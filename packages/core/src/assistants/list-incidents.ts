import { listIncidents as schemas } from "../contract/assistants/events.ts";
import { type Cell, mostRows } from "../contract/assistants/parts.ts";
import { everything } from "../contract/filter/filter.ts";
import type { Incident, IncidentList } from "../contract/incident/incident.ts";
import { isId } from "../kit/ids.ts";
import { list } from "../incident/incident.ts";
import { nextBefore } from "../table/newest-first.ts";
import { readFilter, wordsOf } from "./ask.ts";
import { idsMatching, ownIn } from "./listed.ts";
import { pageOf, Rows } from "./page.ts";
import { type AssistantContext, tool } from "./tool.ts";

/** How many past incidents one answer looks through. */
const mostRead = 400;

const always = ["id", "severity", "rule", "title", "since", "opened"] as const;
const columnsOf = {
  open: [...always, "affected", "deployment", "acknowledged", "silenced_until"],
  past: [...always, "resolved", "resolution", "affected", "deployment", "acknowledged"],
} as const;

type Column = (typeof columnsOf)["open" | "past"][number];

const cells: Readonly<Record<Column, (incident: Incident) => Cell>> = {
  id: ({ id }) => id,
  severity: ({ severity }) => severity,
  rule: ({ rule }) => rule,
  title: ({ title }) => title,
  since: ({ since }) => since,
  opened: ({ openedAt }) => openedAt,
  resolved: ({ resolvedAt }) => resolvedAt,
  resolution: ({ resolution }) => resolution,
  affected: ({ affected }) => affected.count,
  deployment: ({ affected: { first } }) => first.find(({ id }) => isId("deployment", id))?.id ?? null,
  acknowledged: ({ acknowledged }) => acknowledged !== null,
  silenced_until: ({ silencedUntil }) => silencedUntil,
};

interface Wanted {
  holds: (incident: Incident) => boolean;
  since: number;
  limit: number;
  cursor: string | undefined;
}

export const listIncidents = tool({
  name: "list_incidents",
  title: "List incidents",
  description:
    "Lists incidents, alerts and warnings: what is wrong right now and how severe, which critical ones nobody has acknowledged, which are silenced, or what happened this morning or before and is over. Each has one cause, however many deployments it affects.",
  ...schemas,
  async answer(ctx, { state, severity, filter: text, since, limit, cursor }) {
    const filter = readFilter(text);
    const ids = filter === everything ? undefined : await idsMatching(ctx, filter);
    const begin = since === undefined ? 0 : Date.parse(since);
    const wanted: Wanted = {
      holds: (incident) =>
        (severity === undefined || incident.severity === severity) &&
        Date.parse(incident.openedAt) >= begin &&
        (ids === undefined || membersOf(incident).some((id) => ids.has(id))),
      since: begin,
      limit,
      cursor,
    };
    const read = state === "open" ? readOpen : readPast;
    const { deafUntil, ...found } = await read(ctx, wanted, [state, severity, text, since]);
    const notes = [
      ...(deafUntil === undefined ? [] : [`Before ${deafUntil} it is not known who is silent.`]),
      ...(ids === undefined || state === "open" ? [] : [ofPast]),
    ];
    const { rows, ...extent } = found;
    return {
      structured: {
        as_of: new Date(ctx.clock.now()).toISOString(),
        ...extent,
        notes: notes.length > 0 ? notes : undefined,
        data: { filter: wordsOf(filter), columns: [...columnsOf[state]], rows },
      },
    };
  },
});

const ofPast =
  "The filter finds deployments as they are now. Of a past incident, the first 20 that it concerned are known.";

const membersOf = ({ affected }: Incident): string[] => [
  ...affected.first.map(({ id }) => id),
  ...(affected.others ?? []),
];

const rowOf = (incident: Incident, columns: readonly Column[]): Cell[] =>
  columns.map((column) => cells[column](incident));

interface Found {
  rows: Cell[][];
  /** Of open ones. */
  total?: number;
  truncated: boolean;
  cursor?: string | undefined;
  looked_at?: string | undefined;
  deafUntil?: string | undefined;
}

async function readOpen(
  ctx: AssistantContext,
  { holds, limit, cursor }: Wanted,
  asked: unknown,
): Promise<Found> {
  const query = { organizationId: ownIn(ctx), state: "open", limit: mostRows } as const;
  const { incidents, lookedAt, deafUntil }: IncidentList = await list(ctx, query);
  const { rows, extent } = pageOf(incidents.filter(holds), {
    asked,
    limit,
    cursor,
    idOf: ({ id }) => id,
    rowOf: (incident) => rowOf(incident, columnsOf.open),
  });
  return { rows, ...extent, looked_at: lookedAt, deafUntil };
}

/** Pages until there are enough rows, or until so many incidents were read that the assistant should ask again. */
async function readPast(
  ctx: AssistantContext,
  { holds, since, limit, cursor: first }: Wanted,
): Promise<Found> {
  const found = new Rows();
  let [read, last, cursor]: [number, string | undefined, string | undefined] = [0, undefined, first];
  do {
    const query = { organizationId: ownIn(ctx), state: "past", limit: mostRows, cursor } as const;
    const page = await list(ctx, query);
    for (const incident of page.incidents) {
      if (Date.parse(incident.openedAt) < since) return { rows: found.rows, truncated: false };
      const isFull = found.rows.length === limit;
      if (holds(incident) && (isFull || !found.add(rowOf(incident, columnsOf.past))))
        return { rows: found.rows, truncated: true, cursor: nextBefore(last).nextCursor };
      last = incident.id;
    }
    read += page.incidents.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined && read < mostRead);
  return { rows: found.rows, truncated: cursor !== undefined, ...(cursor !== undefined && { cursor }) };
}
