import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";

const order: readonly MemoryOutlook["say"][] = [
  "date",
  "unclear",
  "full",
  "far",
  "noLimit",
  "unknown",
  "tiered",
  "early",
  "none",
];

/** What is full and in trouble is sooner than any date. A cache that is full by design is not. */
const placeOf = ({ say, level }: MemoryOutlook) =>
  say === "full" && level !== "ok" ? -1 : order.indexOf(say);

/** The databases of a deployment, the one that needs a person soonest first. Equal ones keep their order. */
export const soonestFirst = (items: readonly MemoryOutlook[]): MemoryOutlook[] =>
  items.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      (a.earliest !== null && b.earliest !== null ? Date.parse(a.earliest) - Date.parse(b.earliest) : 0),
  );
