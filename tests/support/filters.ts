import fc from "fast-check";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";

/* What the tests of the filter share. */

export const now = Date.parse("2026-11-22T12:00:00.000Z");

export const item = (fields: Partial<DeploymentListItem> = {}): DeploymentListItem => ({
  id: "dep_0123456789abcdefghjk",
  organizationId: "org_one",
  name: "Orders Cache",
  type: "CLUSTER",
  source: "agent",
  status: "active",
  statusMessage: null,
  lastUpdated: new Date(now - 30_000).toISOString(),
  databaseCount: 3,
  memoryUsed: String(600 * 2 ** 20),
  memoryLimit: String(2 ** 30),
  cloudSubscription: null,
  enterpriseAdminUrl: null,
  databases: [],
  license: null,
  ...fields,
});

export const license = (fields: Partial<NonNullable<DeploymentListItem["license"]>> = {}) => ({
  expirationDate: new Date(now + 10 * 86_400_000).toISOString(),
  ramShardsInUse: 9,
  ramShardsLimit: 10,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 0,
  ...fields,
});

export const cloud = (fields: object = {}) => ({
  subscriptionType: "Pro",
  provider: "AWS",
  regions: ["eu-west-1", "us-east-1"],
  link: null,
  ...fields,
});

export const parse = (text: string) =>
  parseFilter(new URLSearchParams(text), ["sort", "order", "page", "pageSize"]);

/** Any text that the grammar allows, and much that it does not. */
const number = fc.oneof(
  fc.nat(200),
  fc.double({ min: 0, max: 2_000, noNaN: true }).map((n) => n.toFixed(2)),
);
const sized = fc
  .tuple(number, fc.constantFrom("", "KiB", "MiB", "GiB", "TiB", "%"))
  .map((both) => both.join(""));
const value = fc.oneof(
  fc.constantFrom("unknown", "none", "expired", "active", "CLOUD", "agent", "live", "eu-west-1", "1e5"),
  fc.constantFrom(
    "7",
    "7.2",
    "7.2.4",
    "..7.2",
    "6..7.2",
    "7..",
    "8.0.1..8.1",
    "yes",
    "mixed",
    "valkey",
    "critical",
  ),
  sized,
  sized.map((from) => `${from}..`),
  sized.map((to) => `..${to}`),
  fc.tuple(sized, sized).map((ends) => ends.join("..")),
  fc.string({ maxLength: 12 }),
);
const values = fc.array(
  fc.tuple(fc.constantFrom("", "-"), value).map((both) => both.join("")),
  { maxLength: 4 },
);
/** Parameters of a filter, also senseless ones. */
export const anyQuery = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...fieldNames, "search"), fc.string({ maxLength: 8 })), values), {
    maxLength: 8,
  })
  .map((pairs) => pairs.map(([name, texts]): [string, string] => [name, texts.join(",")]));
