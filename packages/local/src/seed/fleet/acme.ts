import { type DemoDeployment, gibibyte, mebibyte, one, subscription } from "./demo.ts";
import { outcomes } from "./outcomes.ts";
import { noFlash, trial, withFlash } from "./licences.ts";

/** The sources that a demo deployment can come from. */
export type DemoSource = "production" | "staging" | "cloud" | "retired-cloud";

const paymentDatabases = Object.entries({
  ledger: 0.71,
  authorizations: 0.64,
  "fraud-scores": 0.82,
  sessions: 0.35,
  idempotency: 0.22,
  "exchange-rates": 0.08,
  "merchant-profiles": 0.54,
  "payout-queue": 0.41,
  chargebacks: 0.19,
  "risk-rules": 0.05,
  webhooks: 0.93,
  locks: 0.02,
  "audit-buffer": 0.47,
  "card-tokens": 0.6,
}).flatMap(([name, fill]) =>
  one(name, "7.4.2", 4 * gibibyte, fill, {
    ...(["sessions", "idempotency", "exchange-rates"].includes(name) && { policy: "volatile-lru" }),
  }),
);

/** What the demo organization has: every type, and every state that a screen must be able to show. */
export const fleet: Record<DemoSource, DemoDeployment[]> = {
  production: [
    {
      key: "orders-cache",
      name: "orders-cache",
      type: "STANDALONE",
      databases: one(null, "8.2.1", 2 * gibibyte, 0.62),
    },
    {
      key: "sessions",
      name: "session-store",
      type: "CLUSTER",
      databases: one("session-store", "8.1.3", 24 * gibibyte, 0.95, {
        engine: "valkey",
        policy: "allkeys-lru",
        evicting: 420,
      }),
    },
    {
      key: "suggestions",
      name: "search-suggestions",
      type: "STANDALONE",
      databases: one(null, "7.2.7", 0, 0.3, { tls: false, policy: "allkeys-lfu" }),
    },
    {
      key: "limiter",
      name: "rate-limiter",
      type: "STANDALONE",
      databases: one(null, "6.2.18", 256 * mebibyte, 0.12, {
        tls: false,
        policy: "volatile-ttl",
        expiring: 0.97,
      }),
      trouble: {
        status: "unreachable",
        message: "Connection refused. Check that the server is running and its port is open to the agent.",
      },
    },
    {
      key: "leaderboard",
      name: "leaderboard",
      type: "CLUSTER",
      databases: one("leaderboard", "7.0.15", 6 * gibibyte, 0.97),
      trouble: {
        status: "degraded",
        message: "node 4c1d09ae has failed. Bring it back, or remove it with CLUSTER FORGET.",
      },
    },
    {
      key: "payments",
      name: "Payments",
      type: "ENTERPRISE",
      databases: paymentDatabases,
      license: noFlash,
      adminUrl: "https://payments.acme.example:8443",
    },
    {
      key: "analytics",
      name: "Analytics (Redis on flash, Frankfurt data center, second room)",
      type: "ENTERPRISE",
      databases: [
        ...one("events", "7.2.4", 96 * gibibyte, 0.66, { tiered: true }),
        ...one("profiles", "7.2.4", 48 * gibibyte, 0.31),
      ],
      license: withFlash,
      adminUrl: "https://analytics.acme.example:8443",
    },
    {
      key: "evaluation",
      name: "Evaluation",
      type: "ENTERPRISE",
      databases: one("trial-db", "7.4.0", gibibyte, 0.01),
      license: trial,
    },
    ...outcomes,
  ],
  staging: [
    {
      key: "staging-cache",
      name: "staging-cache",
      type: "STANDALONE",
      databases: one(null, "7.4.1", 512 * mebibyte, 0.4, { tls: false }),
    },
    {
      key: "staging-cluster",
      name: "staging-cluster",
      type: "CLUSTER",
      databases: one("staging-cluster", "7.2.5", 3 * gibibyte, 0.2, { tls: false }),
    },
  ],
  cloud: [
    {
      key: "storefront",
      name: "Storefront",
      type: "CLOUD",
      databases: [
        ...one("catalogue", "7.4", 10 * gibibyte, 0.58, {
          policy: "allkeys-lru",
          activeActive: true,
          grew: [{ days: 70, perDay: 0.004 }],
        }),
        ...one("basket", "7.4", 5 * gibibyte, 0.43, { policy: "volatile-lru" }),
        ...one("recommendations", "7.2", 8 * gibibyte, 0.74, { status: "active-change-pending" }),
      ],
      subscription: subscription("Pro", "AWS", ["eu-central-1", "us-east-1"], 100_200),
    },
    {
      key: "mobile",
      name: "Mobile backend",
      type: "CLOUD",
      databases: one("mobile", "7.2", 250 * mebibyte, 0.88, { tls: null, policy: "volatile-lru" }),
      subscription: subscription("Essentials", "GCP", ["europe-west1"], 100_201),
    },
    {
      key: "new-region",
      name: "New region",
      type: "CLOUD",
      databases: [],
      trouble: { status: "pending", message: "The subscription is being created." },
      subscription: subscription("Pro", "AWS", ["ap-south-1"], 100_202),
    },
  ],
  "retired-cloud": [
    {
      key: "campaigns",
      name: "Campaigns 2024",
      type: "CLOUD",
      databases: one("campaigns", "6.2", null, 0.33, { policy: null }),
      subscription: subscription("Essentials", "Azure", ["west-europe"], 90_007),
    },
  ],
};
