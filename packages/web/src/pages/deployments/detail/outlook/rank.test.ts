import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { expect, test } from "vitest";
import { soonestFirst } from "./rank.ts";

const item = (id: string, part: Partial<MemoryOutlook>) =>
  ({ database: { id, name: null }, earliest: null, level: "critical", ...part }) as MemoryOutlook;

test("RUN03 a deployment leads with its soonest database: one in trouble at its limit, then the first date", () => {
  const items = [
    item("none", { say: "none" }),
    item("cache", { say: "full", level: "ok" }),
    item("later", { say: "date", earliest: "2026-12-20T00:00:00Z" }),
    item("unclear", { say: "unclear" }),
    item("sooner", { say: "date", earliest: "2026-12-03T00:00:00Z" }),
    item("failing", { say: "full" }),
    item("far", { say: "far" }),
  ];
  expect(soonestFirst(items).map(({ database }) => database.id)).toEqual([
    "failing",
    "sooner",
    "later",
    "unclear",
    "cache",
    "far",
    "none",
  ]);
});
