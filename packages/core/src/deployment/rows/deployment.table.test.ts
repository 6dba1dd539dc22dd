import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { organizationBeingCreated } from "../../access/scope.trusted.ts";
import { mostBytes as mostRemembered } from "../../changes/memory.ts";
import type { Database } from "../../contract/deployment/deployment.ts";
import type { Row } from "../../table/row.ts";
import { detailRow, putDetail, readDetail } from "./deployment.table.ts";
import type { Detail } from "./stored-detail.ts";

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

const unknown = { version: null, memoryUsed: null, memoryLimit: null, tlsEnabled: null };
const named = (name: string, index: number): Database => ({
  id: String(index),
  name,
  status: "active",
  ...unknown,
});
/** What does not compress, like texts in letters of which there are many. */
const shards = names
  .slice(0, 2_000)
  .map((name, index) => ({ id: `${index}`, database: "1", node: name, role: null, state: "active" }));
const nodesOf = (addresses: string[]) =>
  addresses.map((address, index) => ({ id: `${index}`, address, role: null, slots: null, state: "active" }));
const nodes = nodesOf(names.slice(2_000, 3_000));

function rowOf(detail: Partial<Detail>, missing: readonly string[] = gaps): Row {
  const whole = { databases: [], license: null, cloudSubscription: null, ...detail };
  const row = detailRow(whole, { gaps: missing });
  const write = putDetail(organizationBeingCreated("org_1"), "dep_1", row, new Uint8Array(mostRemembered));
  if (!("update" in write)) throw new Error("expected an update");
  return { ...write.update, ...write.change.set };
}

const sizeOfRow = (row: Row) =>
  Object.entries(row).reduce((sum, [name, value]) => sum + name.length + sizeOf(value), 0);

test("LIM18 as many databases as are stored fit into a row together with the longest gaps, and a gap counts the others", () => {
  for (let count = 1_000; count <= names.length; count += 250) {
    const row = rowOf({ databases: names.slice(0, count).map(named), shards, nodes });
    expect(sizeOfRow(row)).toBeLessThan(largestItem);
    const stored = readDetail(row);
    const kept = stored.databases.length;
    expect(kept).toBeGreaterThan(500);
    expect(stored.databases.map(({ name }) => name)).toEqual(names.slice(0, kept));
    const cut = `${count - kept} more databases are too large to be stored`;
    expect(stored.gaps.includes(cut)).toBe(kept < count);
  }
});

test("DEX01 a detail that is too large loses its shards first, then its nodes, and a gap says so", () => {
  const databases = [named("one", 1)];
  const ofShards = "The 2000 shards are too large to be stored";
  expect(readDetail(rowOf({ databases, nodes, shards }, ["before"]))).toEqual({
    databases,
    nodes,
    license: null,
    cloudSubscription: null,
    gaps: ["before", ofShards],
  });
  const more = nodesOf(names);
  const neither = readDetail(rowOf({ databases, nodes: more, shards }, []));
  expect(neither).toMatchObject({ databases, gaps: [ofShards, "The 4000 nodes are too large to be stored"] });
  expect(neither).not.toHaveProperty("nodes");
});
