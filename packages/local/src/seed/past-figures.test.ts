import { day } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { fleet } from "./fleet/acme.ts";
import type { DemoDeployment } from "./fleet/demo.ts";
import { generate } from "./generate.ts";
import { rarities } from "./fleet/globex.ts";
import { pastOf } from "./past-events.ts";
import { pastColumns } from "./past-figures.ts";

const seededAt = Date.parse("2026-11-22T12:00:00Z");

/** The figures that some database has a value of. */
const known = (columns: object): string[] =>
  Object.entries(columns).flatMap(([name, values]) =>
    Array.isArray(values) && values.some((value) => value !== null) ? [name] : [],
  );

test("HIS16 each deployment of the demo had every figure of today in each of the thirteen months, of whatever source", () => {
  const generated = [...rarities, ...generate(120, 1)].map((one) => [one.kind, one] as const);
  const written = Object.entries(fleet).flatMap(([source, deployments]) => {
    const kind = source.includes("cloud") ? ("redis-cloud" as const) : ("agent" as const);
    return deployments.map((one: DemoDeployment) => [kind, one] as const);
  });
  const all = [...generated, ...written];
  expect(new Set(all.map(([kind]) => kind))).toEqual(new Set(["agent", "redis-cloud", "elasticache"]));
  for (const [kind, deployment] of all) {
    const past = pastOf(deployment, { kind, seededAt, until: Infinity, silences: [] });
    const today = known(pastColumns(past, seededAt));
    for (let ago = 1; ago <= 395; ago += 30)
      expect(known(pastColumns(past, seededAt - ago * day)), `${deployment.name}, ${ago} days ago`).toEqual(
        today,
      );
  }
});
