import { deploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();

test("API14 SEC22 long names in any script never make a page larger than a Lambda function can answer", async () => {
  const [small, large] = [await signUp(world), await signUp(world)];
  // Three bytes for each character: counted in characters, these names look short.
  const long = databases(10).map((database) => ({ ...database, name: "鱼".repeat(200) }));
  for (const [owner, agents] of [
    [small, "ab"],
    [large, "cdefghi"],
  ] as const) {
    const { compositeKey } = await createKey(world, owner);
    for (const letter of agents) {
      const report = Array.from({ length: 130 }, (_, n) => reported(`${letter}${n}`, { databases: long }));
      const agent = { id: `agent0000000000${letter}`, version: "1.0.0" };
      expect((await send(world, compositeKey, reportOf(world, report, { agent }))).status).toBe(202);
    }
  }
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  for (const [as, total] of [
    [large, 7 * 130],
    [root, 9 * 130],
  ] as const) {
    let rows = 0;
    let cursor: string | undefined;
    do {
      const query = `?limit=5000${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
      const text = await (await call(world, "GET", `/deployments${query}`, { as })).text();
      expect(Buffer.byteLength(text)).toBeLessThan(5_700_000);
      const next = deploymentList.parse(JSON.parse(text));
      rows += next.deployments.filter(({ name }) => /^[a-i]\d+$/.test(name)).length;
      cursor = next.nextCursor;
    } while (cursor !== undefined);
    expect(rows).toBeGreaterThanOrEqual(total);
  }
});
