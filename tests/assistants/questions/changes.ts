import { at, minute, morning } from "../morning.ts";
import { events } from "../events.ts";
import { daysLeft, endingWithin, iso, named } from "../gold.ts";
import {
  cell,
  cellLike,
  column,
  idOf,
  ordered,
  type Question,
  row,
  text,
  titled,
  value,
} from "../question.ts";

const list = (input: Record<string, unknown>) => ({ tool: "list_incidents", input });

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
      text(0, "notes", /as they are now/),
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
        until: null,
        deployment: idOf("orders-eu:6379"),
        element: "db 0",
        by: "agent",
      }),
      row(1, { at: iso(events.appeared.at), kind: "appeared", name: "promo-2026" }),
      row(1, { kind: "deleted", name: "old-metrics", by: "person" }),
      value(1, "kinds.changed", 1),
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
      value(0, "data.filter", ["Search: billing"]),
      text(0, "notes", /none that are gone/),
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
      row(0, {
        date: "2026-12-04",
        kind: "license",
        deployment: idOf("ledger"),
        days_left: daysLeft("2026-12-04"),
      }),
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
      value(0, "data.filter", ["Source: ElastiCache"]),
    ],
  },
];
