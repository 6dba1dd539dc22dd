import { incidentSeverities } from "@shardwatch/core/contract/incident/words";
import { expect, test } from "vitest";
import { countUrgent } from "./states.ts";

const until = "2026-11-23T10:00:00Z";

test("SCR01 SCR03 the rail counts open warnings and criticals, and apart from them all that are silenced", () => {
  const all = incidentSeverities.flatMap((severity) =>
    [null, null, until].map((silencedUntil) => ({ severity, silencedUntil })),
  );
  expect(countUrgent(all)).toEqual({ open: 4, silenced: 3 });
  expect(countUrgent([])).toEqual({ open: 0, silenced: 0 });
});
