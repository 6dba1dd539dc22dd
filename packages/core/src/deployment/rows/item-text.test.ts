import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { sumBytes } from "../../kit/bytes.ts";
import type { Figures } from "./figures.ts";
import { freshness, isCurrent, silentAfter } from "./freshness.ts";
import { idOf, refresh, writeItem } from "./item-text.ts";
import type { LatestFigures } from "./latest-figures.ts";

const now = Date.parse("2026-03-01T10:00:00.000Z");

/**
 * Texts that look like parts of an item. A cut at the wrong place would mistake them for the item's own
 * fields.
 */
const fragments = fc
  .array(
    fc.constantFrom(
      '{"id":"',
      ',"source":"agent',
      '","status":',
      '","status":"active","lastUpdated":"2026-03-01T09:00:00.000Z","memoryUsed":"1"}',
      ',"lastUpdated":"',
      '","memoryUsed":',
      "\\",
      '"',
      "}",
      "\n",
      "ä",
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const text = fc.oneof(fragments, fc.string({ unit: "binary", maxLength: 30 }));

const time = fc.integer({ min: now - 3_600_000, max: now });
const fullest = fc.option(fc.record({ perMille: fc.nat(2_000), database: text }), { nil: undefined });
const evicted = fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined });
const bytes = fc.option(fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String));

const always: fc.Arbitrary<DeploymentListItem> = fc.record({
  id: fc.stringMatching(/^dep_[0-9a-z]{20}$/),
  organizationId: fc.stringMatching(/^org_[0-9a-z]{20}$/),
  name: text,
  type: fc.constantFrom("STANDALONE", "CLUSTER", "ENTERPRISE", "CLOUD"),
  source: fc.constantFrom("agent", "redis-cloud", "elasticache"),
  status: text,
  statusMessage: fc.option(text),
  lastUpdated: time.map((at) => new Date(at).toISOString()),
  databaseCount: fc.nat(5_000),
  memoryUsed: bytes,
  memoryLimit: bytes,
  cloudSubscription: fc.option(
    fc.record({
      subscriptionType: text,
      provider: fc.option(text),
      regions: fc.array(text, { maxLength: 2 }),
      link: fc.option(text),
    }),
  ),
  enterpriseAdminUrl: fc.option(text),
  databases: fc.array(fc.record({ id: text, name: fc.option(text), status: text }), { maxLength: 3 }),
  license: fc.constant(null),
});

/** With the fields that an item has only sometimes. */
const item: fc.Arbitrary<DeploymentListItem> = fc
  .tuple(always, fullest, evicted, fc.option(text, { nil: undefined }))
  .map(([each, { perMille, database } = {}, count, via]) => ({
    ...each,
    ...(via !== undefined && { via }),
    ...(perMille !== undefined &&
      database !== undefined && { fullest: { utilization: perMille / 10, database } }),
    ...(count !== undefined && { evicted: count }),
  }));

const figuresOfPulse: fc.Arbitrary<Figures> = fc.record({
  used: fc.array(bytes, { maxLength: 3 }),
  fullest,
  evicted,
});

const latestFigures: fc.Arbitrary<LatestFigures | undefined> = fc.option(
  fc
    .record({ receivedAt: time, figures: fc.option(figuresOfPulse, { nil: undefined }) })
    .map(({ receivedAt, figures }) => ({ receivedAt, time: new Date(receivedAt).toISOString(), figures })),
  { nil: undefined },
);

test("the text of an item holds the item, and its id, whatever its names contain", () => {
  fc.assert(
    fc.property(item, (each) => {
      expect(JSON.parse(writeItem(each))).toEqual(each);
      expect(idOf(writeItem(each))).toBe(each.id);
    }),
  );
});

const measured = (figures: Figures) => ({
  memoryUsed: sumBytes(figures.used),
  fullest: figures.fullest && {
    utilization: figures.fullest.perMille / 10,
    database: figures.fullest.database,
  },
  evicted: figures.evicted,
});

test("cutting an item's text gives what parsing, changing and writing it would give", () => {
  fc.assert(
    fc.property(item, latestFigures, (each, latest) => {
      const { stale, lastUpdated } = freshness(each.source, each.lastUpdated, latest, now);
      const figures = latest && isCurrent(latest, each.lastUpdated) ? latest.figures : undefined;
      const { memoryUsed, fullest: _, evicted: __, ...rest } = each;
      const stored = { memoryUsed, fullest: each.fullest, evicted: each.evicted };
      const expected = {
        ...rest,
        status: stale ? "stale" : each.status,
        lastUpdated,
        ...(figures ? measured(figures) : stored),
      };
      const refreshed = refresh(writeItem(each), latest, now);
      expect(JSON.parse(refreshed)).toEqual(expected);
      // `preserveLastFigures` stores refreshed text, so it must be possible to refresh it again.
      expect(refresh(refreshed, latest, now)).toBe(refreshed);
    }),
  );
});

test("a value that looks like the end of the item stays what it is", () => {
  const [sample] = fc.sample(item, 1);
  if (!sample) throw new Error("no sample");
  const ending = '","status":"active","lastUpdated":"2026-03-01T09:00:00.000Z","memoryUsed":"1"}';
  const each = { ...sample, name: ending, status: ending, enterpriseAdminUrl: ending };
  const late = Date.parse(each.lastUpdated) + silentAfter(each.source) + 1;
  expect(JSON.parse(refresh(writeItem(each), undefined, late))).toEqual({ ...each, status: "stale" });
});
