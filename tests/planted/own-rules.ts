import type { Fault } from "./fault.ts";

const incident = (name: string) => `packages/core/src/incident/${name}.ts`;
const contract = (name: string) => `packages/core/src/contract/${name}.ts`;
const api = ["tests/contract/own-rules.test.ts"];
const week = [incident("own-rules/own-week.all.test")];

/** What organizations write and change: when it counts, and what is news about it. */
export const ownRules: readonly Fault[] = [
  {
    id: "N480",
    what: "a rule is over as soon as its condition no longer holds",
    file: contract("filter/widen"),
    find: "const pointsOfMargin = 5;",
    plant: "const pointsOfMargin = 0;",
    tests: week,
  },
  {
    id: "N481",
    what: "figures of a silent deployment count as those of now",
    file: incident("rules/own"),
    find: "asksMeasured && !isMeasured(deployment) ? undefined : test(deployment.facts)",
    plant: "asksMeasured && !isMeasured(deployment) && false ? undefined : test(deployment.facts)",
    tests: api,
  },
  {
    id: "N482",
    what: "a changed rule waits until what no longer matches is over",
    file: incident("judging/decide"),
    find: "const hasLeft = isChanged && judged.when === false;",
    plant: "const hasLeft = isChanged && judged.when === false && false;",
    tests: api,
  },
  {
    id: "N483",
    what: "the incidents of a deleted rule end as if they had recovered",
    file: incident("judging/decide"),
    find: "if (isOwnRule(rule) && !ids.has(rule))",
    plant: "if (isOwnRule(rule) && !ids.has(rule) && false)",
    tests: api,
  },
  {
    id: "N484",
    what: "messages go out outside of the hours of a rule",
    file: incident("messages/plan"),
    find: "(hours === null || isWithin(hours, now))",
    plant: "(hours === null || isWithin(hours, now) || true)",
    tests: api,
  },
  {
    id: "N485",
    what: "the messages of a rule go to all channels",
    file: incident("messages/plan"),
    find: "if (own !== null && (own.length === 0 || usable.some(({ id }) => own.includes(id)))) return new Set(own);",
    plant: "",
    tests: api,
  },
  {
    id: "N486",
    what: "a rule that fires on half of the fleet needs no confirmation",
    file: incident("own-rules/breadth"),
    find: "if (firing <= mostFiring || firing <= mostPart * inScope.length) return;",
    plant: "if (firing >= 0) return;",
    tests: api,
  },
  {
    id: "N487",
    what: "a night that begins on a Monday ends at midnight",
    file: contract("incident/weekly-hours"),
    find: "|| (isOn(weekday - 1) && time < to)",
    plant: "",
    tests: [contract("incident/weekly-hours.test")],
  },
  {
    id: "N488",
    what: "a pass judges memory as it was when the shape of a deployment changed last",
    file: "packages/core/src/deployment/fleet/watch.ts",
    find: "facts: factsOf({ ...item, ...measured, lastUpdated, evicted }, now),",
    plant: "facts: factsOf({ ...item, lastUpdated, evicted }, now),",
    tests: api,
  },
];
