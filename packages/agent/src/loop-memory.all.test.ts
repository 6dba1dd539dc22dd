import { freePort } from "@shardwatch/server/machine/ports";
import { expect, test } from "vitest";
import { endsInSmallHeap } from "../../../tests/support/small-heap.ts";

const start = Date.parse("2030-01-01T00:00:00Z");

test("R9 many tries that fail hold no memory", async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const tries = (keep: string) => `
    const { startLoop } = await import(${JSON.stringify(new URL("../test/running-loop.ts", import.meta.url).href)});
    const { clock, source, stop } = startLoop(${JSON.stringify(address)}, ${start}, { databases: 1_000 });
    const kept = [];
    const read = source.read.bind(source);
    source.read = async () => {
      const reading = await read();
      ${keep}
      return reading;
    };
    for (let count = 0; count < 200; count += 1) await clock.pass();
    await stop();`;
  expect(await endsInSmallHeap(tries(""), 24)).toBe(true);
  // All these readings together need more than that.
  expect(await endsInSmallHeap(tries("kept.push(reading);"), 24)).toBe(false);
});
