import type { Fault } from "./fault.ts";

const incident = (name: string) => `packages/core/src/incident/${name}.ts`;
const decide = [incident("decide.test")];
const compare = [incident("compare.test")];
const replicas = ["tests/contract/replicas.test.ts"];
const disk = ["tests/contract/persistence.test.ts"];

/** Which incidents there are: what rules find, when it counts, and what is news about it. */
export const incidents: readonly Fault[] = [
  {
    id: "IN01",
    what: "a second finding about the same subject is announced as a subject that joined",
    file: incident("compare"),
    find: "2 * subjectsIn(members) >= 3 * announced.count",
    plant: "2 * members.length >= 3 * announced.count",
    tests: compare,
    title: "MND19",
  },
  {
    id: "IN02",
    what: "an account that can't be read is named by the rule that fired first",
    file: incident("explain"),
    find: " || fails(cause, around)",
    plant: "",
    tests: decide,
    title: "MND19",
  },
  {
    id: "IN03",
    what: "the rule of an account has a higher step than that of its silent deployments, so it is announced again",
    file: incident("explain"),
    find: 'cause.kind === "source" ? 1 : Math',
    plant: "Math",
    tests: decide,
    title: "MND19",
  },
  {
    id: "IN04",
    what: "one report that saving failed opens an incident",
    file: incident("rules/persistence"),
    find: "for: rhythmOf(kind).interval * minute",
    plant: "for: 0 * rhythmOf(kind).interval",
    tests: disk,
    title: "MND14",
  },
  {
    id: "IN05",
    what: "the list does not say that a server can't save",
    file: "packages/core/src/contract/filter/facts.ts",
    find: "item.facts.unsaved === true",
    plant: "false",
    tests: disk,
    title: "MND14",
  },
  {
    id: "IN06",
    what: "a replica that was there for an hour is missed",
    file: "packages/core/src/deployment/rows/replicas.ts",
    find: "const settledAfter = day;",
    plant: "const settledAfter = day / 24;",
    tests: replicas,
    title: "MND16",
  },
  {
    id: "IN07",
    what: "once fewer replicas are intended, none at all is never said",
    file: incident("step"),
    find: "judged.step > (finding.step ?? Infinity)",
    plant: "judged.step > Infinity",
    tests: replicas,
    title: "MND16",
  },
  {
    id: "IN08",
    what: "what somebody intends stays an incident",
    file: incident("decide"),
    find: "before.open.filter((record) => record.intended)",
    plant: "before.open.filter(() => false)",
    tests: replicas,
    title: "MND16",
  },
];
