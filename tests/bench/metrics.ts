import { gunzipSync } from "node:zlib";
import { largestPart } from "@shardwatch/core/contract/token/metric-limits";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotFrom, slotStart } from "../support/slots.ts";
import { createToken } from "../support/tokens.ts";
import { call, createKey, signUp, startWorld } from "../support/world.ts";
import { type Figure, median } from "./table.ts";

const fleet = 10_000;
const agents = 20;
const rounds = 5;

/** P24: all parts of ten thousand deployments, one after the other, once a minute as Prometheus asks, and the usual one of them. */
export async function metrics(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    const { compositeKey } = await createKey(world, person);
    for (let agent = 0; agent < agents; agent += 1) {
      const keys = Array.from({ length: fleet / agents }, (_, index) => `cache-${agent}-${index}`);
      const many = keys.map((key) => reported(key, { databases: databases(3, 100) }));
      const slots = [slotFrom(slotStart(world, 1), keys, 1_000)];
      const id = `bench${String(agent).padStart(11, "0")}`;
      await send(world, compositeKey, reportOf(world, many, { agent: { id, version: "1.0.0" }, slots }));
    }
    const { secret: key } = await createToken(world, person, { scopes: ["metrics"] });
    const parts = (await (await call(world, "GET", "/metrics/parts", { key })).json()) as {
      labels: Record<string, string>;
    }[];
    const [all, each]: [number[], number[]] = [[], []];
    let [bytes, units, most] = [0, 0, 0];
    for (let round = 0; round < rounds; round += 1) {
      [bytes, units, most] = [0, 0, 0];
      world.clock.advance(60_000);
      const begun = performance.now();
      for (const { labels } of parts) {
        const start = performance.now();
        world.recorder.clear();
        const headers = { "accept-encoding": "gzip" };
        const answer = await call(world, "GET", `/metrics?part=${labels["__param_part"]}`, { key, headers });
        const content = Buffer.from(await answer.arrayBuffer());
        each.push(performance.now() - start);
        bytes += content.length;
        units += world.recorder.sent.reduce((sum, { readUnits }) => sum + readUnits, 0);
        const [, count = "0"] =
          /^shardwatch_feed_deployments\{part="[^"]+"\} (\d+)$/m.exec(gunzipSync(content).toString()) ?? [];
        most = Math.max(most, Number(count));
      }
      all.push(performance.now() - begun);
    }
    const row = (what: string, value: number, digits: number, goal: number): Figure => ({
      metric: `P24 metrics of ${fleet} deployments, ${what}`,
      reference: `${parts.length} parts, ${units.toFixed(0)} read units`,
      ours: value.toFixed(digits),
      ratio: value,
      goal,
    });
    return [
      row("all parts, seconds", median(all) / 1_000, 2, 1),
      row("a part, ms", median(each), 0, 150),
      row("deployments in the largest part", most, 0, largestPart.atMost),
      row("KB gzip", bytes / 1_024, 0, 2_500),
    ];
  } finally {
    await world.stop();
  }
}
