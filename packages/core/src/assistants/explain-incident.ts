import { explainIncident as schemas } from "../contract/assistants/events.ts";
import type { Cell, Table } from "../contract/assistants/parts.ts";
import { get } from "../incident/incident.ts";
import { ownIn } from "./listed.ts";
import { Rows } from "./page.ts";
import { tool } from "./tool.ts";

/** The most characters of each table, so that together they stay below the longest answer. */
const longest = { evidence: 1_500, affected: 4_500, timeline: 3_500, messages: 1_500 } as const;

/** Rows as far as there is longest. */
export function tableOf(columns: string[], rows: readonly Cell[][], most: number): Table {
  const table = new Rows(most);
  for (const row of rows) if (!table.add(row)) break;
  return { columns, rows: table.rows };
}

export const explainIncident = tool({
  name: "explain_incident",
  title: "Explain an incident",
  description:
    "Explains one incident, alert or outage: its cause and evidence, since when and how long it did last, what the server did say, which deployments it affects, whether people were notified, until when it is silenced, whether somebody looks after it and what they note, why something does report nothing, and what helps.",
  ...schemas,
  async answer(ctx, { id }) {
    const found = await get(ctx, id, ownIn(ctx));
    const { cause, evidence, affected, acknowledged, advice } = found;
    const shown = tableOf(
      ["id", "name", "value"],
      affected.first.map((one) => [one.id, one.name, one.value]),
      longest.affected,
    );
    const timeline = tableOf(
      ["at", "kind", "text"],
      found.timeline.map(({ at, kind, text }) => [at, kind, text]).toReversed(),
      longest.timeline,
    );
    const hidden = affected.count - shown.rows.length;
    return {
      structured: {
        as_of: new Date(ctx.clock.now()).toISOString(),
        id: found.id,
        link: `${ctx.settings.webOrigin}/incidents/${found.id}`,
        state: found.state,
        severity: found.severity,
        rule: found.rule,
        condition: found.condition,
        advice: advice.text,
        command: advice.command ?? undefined,
        since: found.since,
        opened: found.openedAt,
        resolved: found.resolvedAt ?? undefined,
        resolution: found.resolution ?? undefined,
        silenced_until: found.silencedUntil ?? undefined,
        flapping: found.flapping,
        affected: affected.count,
        notes: hidden > 0 ? [`${hidden} more are affected than are listed.`] : undefined,
        data: {
          title: found.title,
          cause: { kind: cause.kind, id: cause.id ?? undefined, name: cause.name },
          evidence: tableOf(
            ["label", "value"],
            evidence.figures.map(({ label, value }) => [label, value]),
            longest.evidence,
          ),
          words: evidence.words ?? undefined,
          affected: shown,
          // The names of people and of channels are for members.
          acknowledged: acknowledged
            ? { at: acknowledged.at, note: acknowledged.note ?? undefined }
            : undefined,
          timeline: { ...timeline, rows: timeline.rows.toReversed() },
          messages: tableOf(
            ["type", "at", "state"],
            found.messages.map(({ type, at, state }) => [type, at, state]),
            longest.messages,
          ),
        },
      },
    };
  },
});
