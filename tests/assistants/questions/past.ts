import { at, day, mebibyte, morning } from "../morning.ts";
import { events, gap } from "../events.ts";
import { daysLeft, iso, named, slotsOf } from "../gold.ts";
import {
  cell,
  cellLike,
  column,
  idOf,
  near,
  type Question,
  row,
  type Structured,
  summed,
  text,
  value,
} from "../question.ts";

const find = (name: string) => ({ tool: "find_deployments", input: { filter: `search:${name}` } });
const historyOf =
  (name: string, input: Record<string, unknown>) =>
  ([first]: readonly Structured[]) => ({
    tool: "history_of",
    input: { ...input, deployment: cell(first, { name }, "id") },
  });
const certificateEnd = Date.parse(named("tokens").certificateEnd ?? "");
const explain = (deployment: string) => ({ tool: "explain_deployment", input: { deployment } });

const morningOf = slotsOf("orders-eu", morning.begin, morning.end);
const used = morningOf.map(({ figures }) => (figures ? figures.used * mebibyte : null));
const rates = morningOf.flatMap(({ figures }) => figures?.ops ?? []);
const meanRate = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;

/** Questions about figures of the past. */
export const ofHistory: readonly Question[] = [
  {
    asks: "How did the memory of orders-eu develop this morning?",
    plan: [
      find("orders-eu"),
      historyOf("orders-eu", { metric: "memoryUsed", from: iso(morning.begin), to: iso(morning.end) }),
    ],
    gold: [
      value(1, "values", used),
      value(1, "id", idOf("orders-eu:6379")),
      value(1, "step_seconds", 300),
      value(1, "from", iso(morning.begin)),
      value(1, "to", iso(morning.end)),
      value(1, "unit", "bytes"),
      value(1, "of", "largest"),
      value(1, "metric", "memoryUsed"),
      value(1, "as_of", iso(morning.end)),
      text(1, "summary", new RegExp(`Largest ${970 * mebibyte} at ${iso(at("11:55"))}`)),
      text(1, "summary", new RegExp(`smallest ${500 * mebibyte} at ${iso(morning.begin)}`)),
    ],
  },
  {
    asks: "When did no values of orders-eu come this morning?",
    plan: [
      find("orders-eu"),
      historyOf("orders-eu", { metric: "memoryUsed", from: iso(morning.begin), to: iso(morning.end) }),
    ],
    gold: [row(1, { from: iso(gap.from), to: iso(gap.until), status: "silent" }, "gaps")],
  },
  {
    asks: "When was orders-eu busiest this morning, and how busy was it on average?",
    plan: [
      find("orders-eu"),
      historyOf("orders-eu", { metric: "ops", from: iso(morning.begin), to: iso(morning.end) }),
    ],
    gold: [
      summed(1, new RegExp(`Largest (\\S+) at ${iso(at("10:00"))}`), 4_000),
      summed(1, /mean (\S+)/, meanRate),
      value(1, "unit", "perSecond"),
      value(1, "of", "mean"),
    ],
  },
  {
    asks: "How many keys does the subscription catalogue have over time?",
    plan: [find("catalogue"), historyOf("catalogue", { metric: "keys" })],
    gold: [text(1, "notes", /Redis Cloud's API reports memory only/), value(1, "values", [])],
  },
];

/** Questions about one deployment, and about the filter. */
export const ofOne: readonly Question[] = [
  {
    asks: "What is tokens, who reports it, and what should I know about it?",
    plan: [explain("tokens")],
    gold: [
      value(0, "data.name", "tokens"),
      value(0, "as_of", iso(morning.end)),
      text(0, "link", /^http:\/\/localhost:5173\/deployments\/dep_\w+$/),
      text(0, "id", /^dep_\w{20}$/),
      value(0, "data.certificate_end", named("tokens").certificateEnd),
      value(0, "data.last_report", iso(morning.end)),
      row(
        0,
        { kind: "agent", name: "Berlin servers", last_used: iso(morning.end), failure: null },
        "data.reported_by",
      ),
      cellLike(0, { kind: "agent" }, "id", /^key_\w{26}$/, "data.reported_by"),
      text(0, "data.facts.via", /^key_\w{26}\/berlin/),
      // A week before its end, it became critical.
      row(0, { severity: "critical", since: iso(certificateEnd - 7 * day) }, "data.incidents"),
      value(0, "data.facts.type", "STANDALONE"),
      value(0, "data.facts.source", "agent"),
      value(0, "data.facts.status", "active"),
      value(0, "data.facts.severity", "ok"),
      value(0, "data.facts.fresh", "live"),
      value(0, "data.facts.engine", "valkey"),
      value(0, "data.facts.version", "9.0.5"),
      value(0, "data.facts.eos", daysLeft("2028-10-21")),
      value(0, "data.facts.cve", "none"),
      value(0, "data.facts.databases", 1),
      value(0, "data.facts.tls", "yes"),
      value(0, "data.facts.policy", "volatile-lru"),
      value(0, "data.facts.persistence", "off"),
      value(0, "data.facts.gaps", "no"),
      value(0, "data.facts.unsaved", "no"),
      value(0, "data.facts.incident", "open silenced"),
      cellTitle("tokens", /^tokens: the certificate ends on Nov 29, 2026$/),
    ],
  },
  {
    asks: "Explain catalogue: plan, provider, region, memory, support?",
    plan: [explain("catalogue")],
    gold: [
      value(0, "data.facts.plan", "Pro"),
      value(0, "data.facts.provider", "AWS"),
      value(0, "data.facts.region", "eu-west-1"),
      value(0, "data.facts.memory", String(3_600 * mebibyte)),
      value(0, "data.facts.maxmemory", String(5_000 * mebibyte)),
      value(0, "data.facts.util", 75),
      row(0, { name: "catalogue-search", id: "52", version: "8.0" }, "data.databases"),
    ],
  },
  {
    asks: "How much of the license of ledger is used, and when does it end?",
    plan: [
      explain("ledger"),
      ([first]) => ({
        tool: "explain_incident",
        input: { id: cell(first, { severity: "warning" }, "id", "data.incidents") },
      }),
    ],
    gold: [
      value(1, "data.cause.kind", "licence"),
      value(0, "data.facts.ram", 90),
      value(0, "data.facts.flash", "none"),
      value(0, "data.facts.shards", 90),
      value(0, "data.facts.license", 10),
      value(0, "data.license_end", named("ledger").license?.ends),
      row(0, { severity: "warning" }, "data.incidents"),
      text(0, "advice", /new license/),
    ],
  },
  {
    asks: "How busy is sessions now, and does it evict keys?",
    plan: [explain("sessions")],
    gold: [
      value(0, "data.status_since", iso(events.degraded.until)),
      near(0, "data.facts.ops", 9_000),
      value(0, "data.facts.clients", 700),
      value(0, "data.facts.hits", 50),
      value(0, "data.facts.evicting", "yes"),
    ],
  },
  {
    asks: "What is known of the lab server lab-a, and how old is that?",
    plan: [explain("lab-a")],
    gold: [
      value(0, "data.facts.fresh", "silent"),
      value(0, "data.facts.status", "stale"),
      value(0, "data.last_report", iso(at("09:55"))),
      text(0, "notes", /silent/),
    ],
  },
  {
    asks: "Which deployment is degraded, and what does its source say about it?",
    plan: [{ tool: "find_deployments", input: { filter: "status:degraded" } }, explain("promo-2026")],
    gold: [column(0, "name", ["promo-2026"]), value(1, "data.status_message", named("promo-2026").degraded)],
  },
  {
    asks: "Which deployments are called twin, and which of them uses more memory?",
    plan: [find("twin"), ([first]) => explain(cell(first, { memory: String(111 * mebibyte) }, "id"))],
    gold: [column(0, "name", ["twin", "twin"]), value(1, "data.facts.memory", String(111 * mebibyte))],
  },
  {
    asks: "How do I write a filter for databases without a limit, and which fields are there?",
    plan: [{ tool: "filter_help", input: {} }],
    gold: [
      row(0, { name: "maxmemory", label: "Memory limit" }, "fields"),
      row(0, { name: "fresh", values: "live, late, silent" }, "fields"),
      text(0, "grammar", /none/),
      text(0, "examples", /maxmemory:none/),
    ],
  },
];

function cellTitle(name: string, pattern: RegExp) {
  return {
    call: 0,
    says: `an incident of ${name} has a title like ${String(pattern)}`,
    holds: (answer: Structured) =>
      pattern.test(cell(answer, { severity: "critical" }, "title", "data.incidents")),
  };
}
