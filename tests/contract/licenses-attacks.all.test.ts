import type { License } from "@shardwatch/core/contract/deployment/deployment";
import type { LicensesOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { expect, test } from "vitest";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

/* What one agent of an organization could do to the page of licenses. */

const world = await worldOfFile();

const licenseOf = (more: Partial<License> = {}): License => ({
  activationDate: null,
  expirationDate: null,
  clusterName: null,
  owner: null,
  ramShardsInUse: 10,
  ramShardsLimit: 20,
  flashShardsInUse: 0,
  flashShardsLimit: 4,
  shardsLimit: 24,
  features: [],
  ...more,
});

/** An organization whose agents report so many clusters each. */
async function withClusters(counts: readonly number[], license: License) {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  for (const [agent, count] of counts.entries()) {
    const clusters = Array.from({ length: count }, (_, place) =>
      reported(`${agent} ${place}`, { type: "ENTERPRISE", license, databases: [] }),
    );
    const id = `agent${String(agent).padStart(11, "0")}`;
    world.clock.advance(60_000);
    const report = reportOf(world, clusters, { agent: { id, version: "1" } });
    expect((await send(world, compositeKey, report)).status).toBe(202);
  }
  return person;
}

test("CHG05 features that an agent made up make no answer too long for Lambda: the rest is on further pages", async () => {
  const features = Array.from({ length: 100 }, (_, place) => `${place}`.padEnd(100, "€"));
  const person = await withClusters(
    Array.from({ length: 8 }, () => 30),
    licenseOf({ features }),
  );
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const query: string = cursor === undefined ? "" : `?cursor=${cursor}`;
    const as = await signInAgain(world, person);
    const text = await (await call(world, "GET", `/outlook/licenses${query}`, { as })).text();
    expect(Buffer.byteLength(text)).toBeLessThan(4_000_000);
    const { licenses, counts, nextCursor } = JSON.parse(text) as LicensesOutlook;
    expect(counts.clusters).toBe(240);
    for (const { deploymentId } of licenses) ids.add(deploymentId);
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(ids.size).toBe(240);
}, 60_000);

test("CHG05 one file reads few pages of the fleet, and names the rest", async () => {
  const person = await withClusters(
    Array.from({ length: 5 }, () => 420),
    licenseOf(),
  );
  const as = await signInAgain(world, person);
  const answer = await call(world, "GET", "/outlook/licenses.csv", { as });
  expect((await answer.text()).trimEnd().split("\r\n")).toHaveLength(2_001);
  const next = /<(.*)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
  const rest = await call(world, "GET", next.replace(/^.*(?=\/outlook)/, ""), { as });
  expect((await rest.text()).trimEnd().split("\r\n")).toHaveLength(100);
  expect(rest.headers.get("link")).toBeNull();
}, 60_000);
