import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { incidentEvent, messageIncident } from "../../../../../tests/support/messages.ts";
import { packEvent } from "../rows/delivery.table.ts";
import { joinEvents } from "./joined-summary.ts";

const origins = { webOrigin: "https://shardwatch.example", apiOrigin: "https://api.shardwatch.example" };

/** Letters of three bytes each, so mixed that nothing makes them shorter. */
const letters = (length: number, seed: number): string => {
  const bytes = createHash("shake256", { outputLength: 2 * length })
    .update(String(seed))
    .digest();
  return Array.from({ length }, (_, index) =>
    String.fromCodePoint(0x3400 + (bytes.readUInt16LE(2 * index) % 0x6b00)),
  ).join("");
};

test("CHN14 a summary of many incidents with the longest names fits a row", () => {
  const events = Array.from({ length: 700 }, (_, index) =>
    incidentEvent(messageIncident({ id: `inc_${index}`, title: letters(400, index) })),
  );
  const { summary } = joinEvents(events, origins, 0);
  expect([summary.opened, summary.first.length]).toEqual([700, 500]);
  // DynamoDB takes 400 KB, and twenty attempts of 1 KB are beside it.
  expect(packEvent({ type: "incident.summary", at: 0, summary }).length).toBeLessThan(300_000);
});
