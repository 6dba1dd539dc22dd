import type { Fault } from "./fault.ts";

const outlook = (name: string) => `packages/core/src/outlook/${name}.ts`;
const attacks = ["tests/contract/outlook-attacks.test.ts"];

/** What would calm somebody who should act, and what one agent could do to the outlook of others. */
export const outlookAttackFaults: readonly Fault[] = [
  {
    id: "N550",
    what: "a database whose newest day nobody knows shows no growth",
    file: outlook("deployment-outlook"),
    find: "const limit = days.findLast((one) => one.limit !== undefined)?.limit;",
    plant: "const limit = days.at(-1)?.limit;",
    tests: attacks,
  },
  {
    id: "N551",
    what: "what the fold has not seen shows no growth",
    file: outlook("judge"),
    find: 'growth: said ? "none" : "early"',
    plant: 'growth: found ? "none" : "early"',
    tests: attacks,
  },
  {
    id: "N552",
    what: "evictions at a smaller limit count",
    file: outlook("columns"),
    find: " && (own ?? limit) >= limit",
    plant: "",
    tests: [outlook("columns.test")],
  },
  {
    id: "N553",
    what: "a page of licenses is as long as agents make it",
    file: outlook("licenses"),
    find: "if (length > longestAnswer) return outlooks;",
    plant: "",
    tests: ["tests/contract/licenses-attacks.all.test.ts"],
  },
  {
    id: "N554",
    what: "each call begins with the same part of the outlooks",
    file: outlook("fold-outlook"),
    find: "const left = turned(due, begun);",
    plant: "const left = due;",
    tests: ["tests/faults/outlook-attacks.test.ts"],
  },
];
