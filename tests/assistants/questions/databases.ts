import { bytesText, databases, isStore, iso, percentOf } from "../gold.ts";
import { morning } from "../morning.ts";
import { cell, cellNear, column, ordered, type Question, row, text, value } from "../question.ts";

/** Questions about single databases. */
export const ofDatabases: readonly Question[] = [
  {
    asks: "Which stores that never evict keys are over 90 % of their limit?",
    plan: [{ tool: "find_databases", input: { filter: "util>90 policy:noeviction" } }],
    gold: [
      column(
        0,
        "deployment_name",
        databases
          .filter(({ database }) => database.policy === "noeviction" && (percentOf(database) ?? 0) > 90)
          .map(({ of }) => of.name),
      ),
      row(0, { deployment_name: "orders-eu", util: 97, policy: "noeviction" }),
      value(0, "data.filter", ["Memory utilization: more than 90%", "Eviction policy: noeviction"]),
    ],
  },
  {
    asks: "Which databases have no memory limit?",
    plan: [{ tool: "find_databases", input: { filter: "maxmemory:none" } }],
    gold: [
      column(
        0,
        "deployment_name",
        databases.filter(({ database }) => database.limit === 0).map(({ of }) => of.name),
      ),
      row(0, { name: "ledger-audit", maxmemory: "none", deployment_name: "ledger" }),
      value(0, "sums.unlimited", 2),
      value(0, "sums.deployments", 2),
      value(0, "total", 2),
    ],
  },
  {
    asks: "How much memory do all stores in eu-west-1 use, and what may they use?",
    plan: [{ tool: "find_databases", input: { filter: "region:eu-west-1 -policy:allkeys-lru,allkeys-lfu" } }],
    gold: [
      column(0, "name", ["catalogue-main", "catalogue-search"]),
      value(0, "sums.memory", bytesText(3_600)),
      value(0, "sums.maxmemory", bytesText(5_000)),
      row(0, { name: "catalogue-main", memory: bytesText(3_000), maxmemory: bytesText(4_000) }),
      row(0, { name: "catalogue-main", region: "eu-west-1", policy: "volatile-lru", version: "7.4" }),
    ],
  },
  {
    asks: "Which database answers the most commands a second?",
    plan: [{ tool: "find_databases", input: { sort: "ops", order: "desc", limit: 2 } }],
    gold: [
      ordered(0, "deployment_name", ["sessions", "orders-eu"]),
      cellNear(0, { deployment_name: "sessions" }, "ops", 9_000),
      value(0, "truncated", true),
      value(0, "as_of", iso(morning.end)),
    ],
  },
  {
    asks: "What are the largest databases, page by page?",
    plan: [
      { tool: "find_databases", input: { sort: "memory", order: "desc", limit: 2 } },
      ([first]) => ({
        tool: "find_databases",
        input: { sort: "memory", order: "desc", limit: 2, cursor: first?.["cursor"] },
      }),
    ],
    gold: [
      ordered(0, "name", ["ledger-main", "catalogue-main"]),
      ordered(
        1,
        "name",
        ["carts", "orders-eu"].map((name) => (name === "carts" ? name : "db 0")),
      ),
      row(0, { name: "ledger-main", id: "1", status: "active" }),
    ],
  },
  {
    asks: "Which databases are not saved to disk although they are stores?",
    plan: [
      {
        tool: "find_databases",
        input: { filter: "persistence:off -policy:allkeys-lru,allkeys-lfu", limit: 50 },
      },
    ],
    gold: [
      column(
        0,
        "deployment_name",
        databases
          .filter(({ database }) => database.persistence === "none" && isStore(database))
          .map(({ of }) => of.name),
      ),
      row(0, { deployment_name: "tokens", persistence: "off" }),
      text(0, "notes", /^2 of these are of silent deployments/),
    ],
  },
  {
    asks: "Where are the databases of billing, and which of them is nearly full?",
    plan: [
      { tool: "find_databases", input: { filter: "search:billing util>=90" } },
      ([first]) => ({
        tool: "explain_deployment",
        input: { deployment: cell(first, { name: "billing-2" }, "deployment") },
      }),
    ],
    gold: [
      column(0, "name", ["billing-2"]),
      row(1, { id: "2", name: "billing-2", util: 92, status: "active" }, "data.databases"),
      row(1, { name: "billing-0", version: "7.2.4", memory: bytesText(500) }, "data.databases"),
      row(1, { name: "billing-0", maxmemory: bytesText(1_000), policy: "volatile-ttl" }, "data.databases"),
      value(1, "data.name", "billing"),
    ],
  },
];
