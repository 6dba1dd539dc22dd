import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { organizationBeingCreated } from "../../access/scope.creation.ts";
import type { Database } from "../../contract/deployment.ts";
import { putDetail } from "./deployment.table.ts";

/**
 * Largest item in bytes, with the names of its attributes:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const largestItem = 400 * 1_024;
/** The most and longest gaps that a report may have. Each of these characters becomes six in JSON. */
const gaps = Array.from({ length: 20 }, (_, index) => String.fromCharCode(index % 8).repeat(300));
const names = Array.from({ length: 4_000 }, () => randomBytes(150).toString("base64"));

/** A number takes 21 bytes at most. */
const sizeOf = (value: unknown) => (typeof value === "number" ? 21 : (value as string | Uint8Array).length);

function sizeWith(count: number): number | undefined {
  const databases = names.slice(0, count).map((name, index): Database => {
    const unknown = { version: null, memoryUsed: null, memoryLimit: null, tlsEnabled: null };
    return { id: String(index), name, status: "active", ...unknown };
  });
  const detail = { databases, license: null, cloudSubscription: null };
  try {
    const write = putDetail(organizationBeingCreated("org_1"), "dep_1", detail, gaps);
    const row = "put" in write ? Object.entries(write.put) : [];
    return row.reduce((sum, [name, value]) => sum + name.length + sizeOf(value), 0);
  } catch {
    return undefined; // refused as too large
  }
}

test("as many databases as are taken fit into a row together with the longest gaps", () => {
  let [taken, refused] = [0, names.length];
  while (refused - taken > 1) {
    const middle = (taken + refused) >> 1;
    if (sizeWith(middle) === undefined) refused = middle;
    else taken = middle;
  }
  expect(refused).toBeLessThan(names.length);
  expect(sizeWith(taken)).toBeLessThan(largestItem);
});
