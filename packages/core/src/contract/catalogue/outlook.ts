import type { Fact } from "./fact.ts";

/** When memory is full, of a deployment and of a database. */
export const outlookFacts = {
  "outlook.daysLeft": {
    filter: "runway",
    unit: "days",
    column: "runway",
    from: "outlook.earliest",
    age: "day",
  },
  "outlook.earliest": {
    name: "Memory full from",
    unit: "time",
    csv: "memoryFullFrom",
    from: "Trend of its past days, and the limit of now",
    age: "day",
  },
} as const satisfies Record<string, Fact>;
