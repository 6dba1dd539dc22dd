import type { Settings } from "../../access/context.ts";
import { rankOf } from "../../contract/incident/severity-order.ts";
import { type ChannelEvent, cut, type SummarizedIncident } from "./message.ts";

type Summary = Extract<ChannelEvent, { type: "incident.summary" }>;

/** How many incidents a joined summary keeps. Messages name fewer. */
const mostKept = 500;
/** What messages show of a title, in UTF-16 units. A row takes 400 KB, and titles hold names of others. */
const longestTitle = 200;

/**
 * Several messages as one: each incident once, as it is now.
 * @param events the oldest first
 */
export function joinEvents(
  events: readonly ChannelEvent[],
  { webOrigin, apiOrigin }: Pick<Settings, "webOrigin" | "apiOrigin">,
  at: number,
): Summary {
  const newest = new Map<string, SummarizedIncident>();
  let unnamed = 0;
  const add = (one: SummarizedIncident) => {
    if ((newest.get(one.id)?.sequence ?? 0) <= one.sequence)
      newest.set(one.id, { ...one, title: cut(one.title, longestTitle) });
  };
  for (const event of events) {
    if ("incident" in event) {
      const { id, sequence, severity, title, state, links } = event.incident;
      add({ id, sequence, severity, title, state, web: links.web });
    }
    if ("summary" in event) {
      const { opened, changed, resolved, first } = event.summary;
      unnamed += Math.max(0, opened + changed + resolved - first.length);
      for (const one of first) add(one);
    }
  }
  const all = [...newest.values()].toSorted(byUrgency);
  const open = all.filter(({ state }) => state === "open").length;
  return {
    type: "incident.summary",
    at,
    summary: {
      opened: open,
      changed: unnamed,
      resolved: all.length - open,
      first: all.slice(0, mostKept),
      links: { web: `${webOrigin}/incidents`, api: `${apiOrigin}/incidents` },
    },
  };
}

const byUrgency = (one: SummarizedIncident, other: SummarizedIncident): number =>
  Number(one.state === "resolved") - Number(other.state === "resolved") ||
  rankOf(one.severity) - rankOf(other.severity);
