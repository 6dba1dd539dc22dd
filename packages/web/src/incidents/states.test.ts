import { incidentSeverities } from "@shardwatch/core/contract/incident/words";
import { expect, test } from "vitest";
import { countUrgent } from "./states.ts";

const now = Date.parse("2026-11-23T10:00:00Z");
const iso = (time: number) => new Date(time).toISOString();

test("SCR03 the rail counts open warnings and criticals, and the silenced ones apart while their silence runs", () => {
  const silences = [null, iso(now - 1), iso(now), iso(now + 1)];
  const all = incidentSeverities.flatMap((severity) =>
    silences.map((silencedUntil) => ({ severity, silencedUntil })),
  );
  expect(countUrgent(all, now)).toEqual({ open: 6, silenced: 2 });
  expect(countUrgent([], now)).toEqual({ open: 0, silenced: 0 });
});
