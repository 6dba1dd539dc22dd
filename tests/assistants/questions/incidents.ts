import { morning } from "../morning.ts";
import { events } from "../events.ts";
import { fullSince, iso, openCount, silentNames } from "../gold.ts";
import { cellLike, column, idOf, type Question, row, text, titled, value } from "../question.ts";

const list = (input: Record<string, unknown>) => ({ tool: "list_incidents", input });

/** One report after the change, it was seen for longer than three minutes. */
const noticed = (since: number): string => iso(since + morning.every);

/** Questions about incidents that are open. */
export const ofOpenIncidents: readonly Question[] = [
  {
    asks: "What is wrong right now, and when was that last checked?",
    plan: [list({ limit: 50 })],
    gold: [
      value(0, "total", openCount),
      value(0, "looked_at", iso(morning.end)),
      value(0, "as_of", iso(morning.end)),
      value(0, "truncated", false),
      cellLike(0, { rule: "memory-full", severity: "critical" }, "title", /^(orders-eu|campaign): memory at/),
      cellLike(0, { rule: "persistence-failing" }, "title", /^queue-legacy: can't save/),
    ],
  },
  {
    asks: "Which critical incidents has nobody acknowledged?",
    plan: [list({ severity: "critical", limit: 50 })],
    gold: [
      cellLike(0, { rule: "memory-full", acknowledged: false }, "title", /^orders-eu/),
      cellLike(0, { rule: "memory-full", acknowledged: true }, "title", /^campaign/),
      row(0, { rule: "persistence-failing", acknowledged: false }),
    ],
  },
  {
    asks: "Which alerts are silenced, and until when?",
    plan: [list({ limit: 50 })],
    gold: [row(0, { rule: "certificate-ends", silenced_until: iso(events.silenced.until) })],
  },
  {
    asks: "What are only warnings?",
    plan: [list({ severity: "warning", limit: 50 })],
    gold: [
      row(0, { rule: "license-ends", severity: "warning" }),
      row(0, { rule: "shards-full-ram", affected: 1 }),
      cellLike(0, { rule: "memory-full" }, "title", /^billing: memory at 92/),
    ],
  },
  {
    asks: "Is there an incident about orders-eu, since when is its memory short, and what helps?",
    plan: [list({ filter: "search:orders-eu" }), titled(/^orders-eu/)],
    gold: [
      value(0, "total", 1),
      value(0, "data.filter", ["Search: orders-eu"]),
      row(0, { rule: "memory-full", deployment: idOf("orders-eu:6379") }),
      value(1, "data.cause.id", idOf("orders-eu:6379")),
      row(1, { id: idOf("orders-eu:6379") }, "data.affected"),
      text(1, "id", /^inc_\w{26}$/),
      text(1, "link", /^http:\/\/localhost:5173\/incidents\/inc_\w{26}$/),
      row(0, { since: iso(fullSince("orders-eu", 90)), opened: noticed(fullSince("orders-eu", 90)) }),
      value(1, "severity", "critical"),
      value(1, "rule", "memory-full"),
      value(1, "state", "open"),
      value(1, "since", iso(fullSince("orders-eu", 90))),
      value(1, "opened", noticed(fullSince("orders-eu", 90))),
      text(1, "condition", /at or above 90% .* critical from 95%/),
      text(1, "advice", /Raise the limit/),
      text(1, "command", /--bigkeys/),
      value(1, "data.cause.kind", "deployment"),
      value(1, "data.cause.name", "orders-eu"),
      text(1, "data.title", /^orders-eu: memory at/),
      row(1, { name: "orders-eu", value: "95.0% of its limit" }, "data.affected"),
      row(1, { label: "Observed", value: "95.0% of its limit" }, "data.evidence"),
      value(1, "affected", 1),
      value(1, "flapping", false),
      value(1, "as_of", iso(morning.end)),
      row(1, { kind: "opened", at: noticed(fullSince("orders-eu", 90)) }, "data.timeline"),
      cellLike(1, { kind: "rose" }, "text", /critical/, "data.timeline"),
      row(
        1,
        { type: "incident.opened", at: noticed(fullSince("orders-eu", 90)), state: "queued" },
        "data.messages",
      ),
    ],
  },
  {
    asks: "Who looks after the campaign database, and what did they note?",
    plan: [list({ severity: "critical", limit: 50 }), titled(/^campaign/)],
    gold: [
      value(1, "data.acknowledged.note", events.acknowledged.note),
      value(1, "data.acknowledged.at", iso(morning.end)),
      row(1, { kind: "acknowledged" }, "data.timeline"),
    ],
  },
  {
    asks: "Why do the lab servers report nothing, and which are they?",
    plan: [list({ limit: 50 }), titled(/^Agent lab-1 stopped reporting/)],
    gold: [
      row(0, { rule: "silent", affected: silentNames.length }),
      column(1, "name", silentNames, "data.affected"),
      value(1, "data.cause.kind", "agent"),
      value(1, "data.cause.name", "lab-1"),
      value(1, "affected", 2),
    ],
  },
  {
    asks: "Until when is the certificate incident silenced, and which deployment has it?",
    plan: [list({ filter: "search:tokens" }), titled(/^tokens/)],
    gold: [
      value(1, "silenced_until", iso(events.silenced.until)),
      cellLike(1, { name: "tokens" }, "value", /^ends on Nov 29, 2026/, "data.affected"),
    ],
  },
];
