import { expect, test } from "vitest";
import { worldOfFile } from "../support/world-of-file.ts";
import { playFleet } from "./fleet/play.ts";
import { type Compared, scoredOf, tableOf } from "./fleet/table.ts";
import { measuresOf } from "./score.ts";

const world = await worldOfFile();

test("CHG04 RUN04 what is said of a simulated fleet on day 0 is what comes in ninety days", async () => {
  const begun = performance.now();
  const { fleet, items } = await playFleet(world, Number(process.env["SEED"] ?? 9_501), 60);
  const all = fleet.flatMap(({ key, databases }) =>
    databases.map((database): Compared => {
      const item = items.get(`${key} ${database.id}`);
      if (!item) throw new Error(`nothing is said of ${key} ${database.id}`);
      return { database, item };
    }),
  );
  const now = Date.parse(all[0]?.database.story.input.now ?? "");
  console.log(
    `${all.length} databases, ${((performance.now() - begun) / 1_000).toFixed(0)} s\n${tableOf(all, now)}`,
  );
  for (const m of measuresOf(all.map(scoredOf)))
    console.log(m.name, m.value.toFixed(1), m.cases, m.holds ? "" : "FAILS");
  expect(all.length).toBeGreaterThan(200);
});
