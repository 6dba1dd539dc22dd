import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@shardwatch/server/machine/ports";
import { expect, test } from "vitest";
import { healthPlace, patience } from "../test/health-place.ts";
import { accepted } from "../test/api-server.ts";

const place = healthPlace();

test("SLF06 before the API is there, the agent is alive and not healthy", async () => {
  await place.startAgent(`http://127.0.0.1:${await freePort()}`);
  const none = "1 not healthy: no report was accepted yet. The API could not";
  expect(await place.healthBecomes(none)).toBe(`${none} be reached: ECONNREFUSED.\n`);
  const alive = await place.health("--live");
  expect(alive.stdout).toMatch(/^alive\. The API could not be reached/);
  expect(alive.code).toBe(0);
});

test(
  "SLF06 while the API is down the agent is alive and not healthy, and recovers with it",
  async () => {
    const port = await freePort();
    const api = await place.startApi(port);
    api.answer = () => accepted(1);
    await place.startAgent(api.address);
    await place.healthBecomes("0 healthy: the last");
    // Three intervals of a second are soon over.
    await api.stop();
    expect(await place.healthBecomes("1 not healthy: the last")).toMatch(
      /accepted \d+ s ago\. The API could not be/,
    );
    expect((await place.health("--live")).code).toBe(0);
    await place.startApi(port);
    await place.healthBecomes("0 healthy: the last");
  },
  2 * patience,
);

test("SLF06 a rejected key is not healthy, and a restart would not help", async () => {
  const api = await place.startApi();
  api.answer = () => ({ status: 401 });
  await place.startAgent(api.address);
  const rejected = "1 not healthy: no report was accepted yet. The API rejected the key.\n";
  expect(await place.healthBecomes(rejected)).toBe(rejected);
  expect((await place.health("--live")).code).toBe(0);
});

test("SLF06 an agent that cannot write the file says so once, and reports all the same", async () => {
  const api = await place.startApi();
  api.answer = () => accepted(1);
  // A file where a folder should be is not writable for anybody, not even for root.
  writeFileSync(join(place.folder, "occupied"), "");
  place.file = join(place.folder, "occupied", "agent.health");
  const agent = await place.startAgent(api.address);
  await api.received(2);
  const said = agent.log.filter(({ event }) => event === "the health file cannot be written");
  expect(said).toMatchObject([{ level: "warn", file: place.file, code: "ENOTDIR" }]);
  expect((await place.health()).code).toBe(1);
});
