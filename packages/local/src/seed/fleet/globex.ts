import { awsAccount } from "../caches.ts";
import { gibibyte, mebibyte } from "./demo.ts";
import type { Generated } from "../generate.ts";
import { expired } from "./licences.ts";
import { troubleOf } from "../troubles.ts";

/** What the large demo organization has beside generated deployments: states that are rare. */
export const rarities: Generated[] = [
  {
    kind: "agent",
    key: "tenants",
    name: "Tenant databases",
    type: "ENTERPRISE",
    databases: Array.from({ length: 1_500 }, (_, index) => ({
      name: `tenant-${String(index + 1).padStart(4, "0")}`,
      version: "7.4.2",
      limit: 512 * mebibyte,
      fill: 0.1 + (0.8 * ((index * 37) % 100)) / 100,
      tls: true,
      ...(index % 250 === 249 && { status: "active-change-pending" }),
    })),
    adminUrl: "https://tenants.globex.example:8443",
  },
  {
    kind: "agent",
    key: "ledger",
    name: "Ledger",
    type: "ENTERPRISE",
    databases: [{ name: "ledger", version: "7.2.4", limit: 24 * gibibyte, fill: 0.81, tls: true }],
    license: expired,
    adminUrl: "https://ledger.globex.example:8443",
  },
  {
    kind: "agent",
    key: "dashboards",
    name: "dashboards-cache",
    type: "STANDALONE",
    databases: [{ name: "dashboards", version: "7.2.7", limit: gibibyte, fill: 0.4, tls: false }],
    trouble: troubleOf({ type: "STANDALONE", key: "dashboards" }, "unreachable"),
  },
  {
    kind: "elasticache",
    ...awsAccount("408219375561", [
      {
        name: "prod-checkout-sessions",
        version: "7.1.0",
        nodeType: "cache.r7g.xlarge",
        shards: 3,
        fill: 0.52,
        tls: true,
        policy: "volatile-lru",
        region: "eu-central-1",
      },
      {
        name: "prod-storefront-pages",
        engine: "valkey",
        version: "8.1.0",
        nodeType: "cache.r7g.large",
        shards: 2,
        fill: 0.61,
        tls: true,
        policy: "allkeys-lru",
        region: "eu-central-1",
      },
      {
        name: "prod-search-suggestions",
        engine: "valkey",
        version: "8.1",
        fill: 0.2,
        tls: true,
        policy: "volatile-lru",
        region: "eu-central-1",
      },
      {
        name: "prod-checkout-sessions-dr",
        version: "7.1.0",
        nodeType: "cache.m7g.large",
        fill: 0.04,
        tls: true,
        policy: "volatile-lru",
        region: "us-east-1",
      },
      {
        name: "legacy-mail-queue",
        version: "6.2.6",
        nodeType: "cache.t4g.medium",
        fill: 0.34,
        tls: false,
        policy: "noeviction",
        region: "eu-central-1",
      },
    ]),
  },
];
