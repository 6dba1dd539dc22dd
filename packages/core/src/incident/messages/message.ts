import type { Settings } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { MessageIncident, MessageSummary, SummarizedIncident } from "../../channel/messages/message.ts";
import { summarizedIncidents } from "../../channel/messages/message.ts";
import type { Callers } from "../../caller/names.ts";
import { toIncident } from "../rows/map.ts";
import type { News } from "./plan.ts";
import { type IncidentRecord, sinceOf } from "../rows/record.ts";
import { adviceOf, titleOf } from "./words.ts";

type Origins = Pick<Settings, "webOrigin" | "apiOrigin">;

/** Longest title of an incident in a summary, in UTF-16 units. */
const longestTitle = 200;

/** An incident as messages have it. */
export function toMessage(
  record: IncidentRecord,
  organization: OrganizationId,
  callers: Callers,
  origins: Origins,
): MessageIncident {
  const { id, sequence, rule, severity, cause, openedAt, resolvedAt, acknowledged } = record;
  const { title, state, affected, ...shown } = toIncident(record, organization, callers);
  const { text, command } = adviceOf(record);
  return {
    id,
    sequence,
    rule,
    severity,
    title,
    cause: { kind: cause.kind, id: cause.id ?? "", name: cause.name },
    openedAt,
    since: sinceOf(record),
    state,
    resolvedAt,
    acknowledged: acknowledged && {
      by: shown.acknowledged?.by.name ?? "",
      at: acknowledged.at,
      note: acknowledged.note ?? "",
    },
    affected: {
      count: affected.count,
      first: affected.first.map(({ value, ...member }) => ({ ...member, value: value ?? "" })),
    },
    advice: text,
    command: command ?? "",
    links: { web: pageOf(id, origins), api: `${origins.apiOrigin}/incidents/${id}` },
  };
}

const pageOf = (id: string, { webOrigin }: Origins): string => `${webOrigin}/incidents/${id}`;

/** When it happened what a message says. */
export function timeOf({ record, type }: News): number {
  const { openedAt, announced, resolvedAt } = record;
  if (type === "incident.resolved") return resolvedAt ?? announced.at;
  return type === "incident.opened" ? openedAt : announced.at;
}

/** Many incidents as one message. */
export function toSummary(news: readonly News[], origins: Origins): MessageSummary {
  const count = (type: News["type"]) => news.filter((one) => one.type === type).length;
  const first = news.slice(0, summarizedIncidents).map(({ record }): SummarizedIncident => {
    const { id, sequence, severity, resolvedAt } = record;
    const title = titleOf(record).slice(0, longestTitle);
    return {
      id,
      sequence,
      severity,
      title,
      state: resolvedAt === null ? "open" : "resolved",
      web: pageOf(id, origins),
    };
  });
  return {
    opened: count("incident.opened"),
    changed: count("incident.changed"),
    resolved: count("incident.resolved"),
    first,
    links: { web: `${origins.webOrigin}/incidents`, api: `${origins.apiOrigin}/incidents` },
  };
}
