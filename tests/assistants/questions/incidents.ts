import { at, minute, morning } from "../morning.ts";
import { events } from "../events.ts";
import { daysLeft, endingWithin, fullSince, iso, named, openCount, silentNames } from "../gold.ts";
import {
  cell,
  cellLike,
  column,
  ordered,
  type Question,
  row,
  rowsOf,
  type Structured,
  text,
  value,
} from "../question.ts";

const list = (input: Record<string, unknown>) => ({ tool: "list_incidents", input });
const explain = (id: string) => ({ tool: "explain_incident", input: { id } });

/** The incident with this title in the first answer. */
const titled =
  (pattern: RegExp) =>
  ([first]: readonly Structured[]) => {
    const found = rowsOf(first).find(({ title }) => pattern.test(String(title)));
    return explain(String(found?.["id"]));
  };

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
      value(0, "data.filter", "Search: orders-eu"),
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
        { type: "incident.opened", at: noticed(fullSince("orders-eu", 90)), state: "waiting" },
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

/** Questions about incidents that are over, and about what changed. */
export const ofThePast: readonly Question[] = [
  {
    asks: "What happened this morning that is over by now?",
    plan: [list({ state: "past", since: iso(morning.begin) })],
    gold: [
      cellLike(
        0,
        { resolved: iso(events.unreachable.until + morning.every), resolution: "recovered" },
        "title",
        /^geo: unreachable/,
      ),
      row(0, { rule: "unwell", severity: "critical", affected: 1 }),
      row(0, { rule: "unwell", severity: "warning" }),
    ],
  },
  {
    asks: "What was the outage of geo, how long did it last, and what did its server say?",
    plan: [list({ state: "past", filter: "search:geo" }), titled(/^geo/)],
    gold: [
      value(1, "state", "resolved"),
      value(1, "resolution", "recovered"),
      value(1, "since", iso(events.unreachable.from)),
      value(1, "resolved", iso(events.unreachable.until + morning.every)),
      value(1, "data.words", events.unreachable.message),
      row(1, { kind: "resolved" }, "data.timeline"),
    ],
  },
  {
    asks: "What changed in the hour before the memory incident of orders-eu?",
    plan: [
      list({ filter: "search:orders-eu" }),
      ([first]) => {
        const since = cell(first, { rule: "memory-full" }, "since");
        const begin = iso(Date.parse(since || "1970-01-01") - 60 * minute);
        return { tool: "what_changed", input: { since: begin, until: since } };
      },
    ],
    gold: [
      row(1, {
        at: iso(events.policy.at),
        kind: "changed",
        name: "orders-eu",
        field: "databases.evictionPolicy",
        from: events.policy.from,
        to: "noeviction",
        element: "db 0",
        by: "agent",
      }),
      row(1, { at: iso(events.appeared.at), kind: "appeared", name: "promo-2026" }),
      row(1, { kind: "deleted", name: "old-metrics", by: "person" }),
      value(1, "kinds.appeared", 1),
      value(1, "kinds.deleted", 1),
      value(1, "truncated", false),
      value(1, "as_of", iso(morning.end)),
    ],
  },
  {
    asks: "When was billing upgraded, and from which version?",
    plan: [{ tool: "what_changed", input: { filter: "search:billing" } }],
    gold: [
      ...named("billing").databases.map(({ name, version }) =>
        row(0, {
          at: iso(events.upgraded.at),
          field: "databases.version",
          element: name,
          from: events.upgraded.from,
          to: version,
        }),
      ),
      value(0, "data.filter", "Search: billing"),
    ],
  },
  {
    asks: "What was deleted in the last two hours?",
    plan: [{ tool: "what_changed", input: { kind: "deleted", since: iso(at("10:00")) } }],
    gold: [column(0, "name", ["old-metrics"]), column(0, "at", [iso(events.deleted.at)])],
  },
  {
    asks: "Which licenses, certificates or supported versions end within 30 days?",
    plan: [{ tool: "license_and_support", input: { days: 30 } }],
    gold: [
      ordered(
        0,
        "date",
        endingWithin(30).map(({ date }) => date),
      ),
      column(
        0,
        "name",
        endingWithin(30).map(({ name }) => name),
      ),
      row(0, { date: "2026-12-04", kind: "license", name: "ledger", days_left: daysLeft("2026-12-04") }),
      row(0, { date: "2026-11-29", kind: "certificate", name: "tokens", days_left: 5 }),
      row(0, { date: "2026-12-01", kind: "support", name: "catalogue", version: "8.0", databases: 1 }),
      row(0, { date: "2022-05-31", kind: "support", name: "queue-legacy", version: "6.0.16" }),
      value(0, "as_of", iso(morning.end)),
      value(0, "support_as_of", "2026-11-21"),
    ],
  },
  {
    asks: "Which versions in AWS lose their support soon?",
    plan: [{ tool: "license_and_support", input: { days: 90, filter: "source:elasticache" } }],
    gold: [
      row(0, { date: "2027-01-31", kind: "support", version: "6.2.6", days_left: daysLeft("2027-01-31") }),
      value(0, "total", 1),
      value(0, "truncated", false),
      value(0, "data.filter", "Source: ElastiCache"),
    ],
  },
];
