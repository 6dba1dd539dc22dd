import fc from "fast-check";
import { expect, test } from "vitest";
import { countedStatuses } from "../contract/history/census.ts";
import { decodeTotals, encodeTotals, totalFigures, type Totals } from "./totals-payload.ts";

const none = Object.fromEntries(countedStatuses.map((status) => [status, 0])) as Totals["statuses"];
const nothing = Object.fromEntries(totalFigures.map((name) => [name, null])) as Totals["figures"];

const large: Totals = {
  types: { STANDALONE: 4_000, CLUSTER: 3_000, ENTERPRISE: 2_000, CLOUD: 1_000 },
  statuses: { ...none, active: 9_000, stale: 900, degraded: 99, other: 1 },
  figures: {
    databases: 150_000,
    memoryUsed: 9_007_199_254_740_991,
    memoryLimit: 12_000_000_000_000_000,
    unlimited: 12,
    measured: 9_000,
    ops: 123_456_789.25,
    clients: 1_000_000,
    hits: 1_000.5,
    misses: 0,
    ramShards: 300_000,
    ramShardLimit: 400_000,
    flashShards: 0,
    flashShardLimit: 0,
  },
};

test("HIS14 totals are read as they were counted, those of ten thousand deployments from at most 70 bytes", () => {
  const bytes = encodeTotals(large);
  expect(bytes.length).toBeLessThanOrEqual(70);
  expect(decodeTotals(bytes)).toEqual(large);
  const unknown = { types: large.types, statuses: none, figures: nothing };
  expect(decodeTotals(encodeTotals(unknown))).toEqual(unknown);
});

test("HIS14 totals from before a figure existed lack it, and a later release's are read as far as they are known", () => {
  const bytes = encodeTotals({ ...large, figures: { ...nothing, databases: 1 } });
  const lengthAt = bytes.length - totalFigures.length - 1;
  expect(bytes[lengthAt]).toBe(totalFigures.length);
  const older = Buffer.from([...bytes.subarray(0, lengthAt), 1, 2]);
  expect(decodeTotals(older)?.figures).toEqual({ ...nothing, databases: 1 });
  const later = Buffer.from([...bytes, 7]);
  later[lengthAt] = totalFigures.length + 1;
  expect(decodeTotals(later)?.figures).toEqual({ ...nothing, databases: 1 });
});

test("HIS14 any other bytes are no totals, and no error", () => {
  const seed = 4_711;
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const read = decodeTotals(bytes);
      if (bytes[0] !== 1) expect(read).toBeUndefined();
    }),
    { seed },
  );
  expect(decodeTotals(encodeTotals(large).subarray(0, 12))).toBeUndefined();
});
