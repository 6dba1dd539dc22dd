import type { Fault } from "./fault.ts";

const incident = (name: string) => `packages/core/src/incident/${name}.ts`;
const tests = [incident("routes/choose.test")];

/** Which channels get an incident by the routes of an organization. */
export const routes: readonly Fault[] = [
  {
    id: "N489",
    what: "a route that matches takes nothing from those below it",
    file: incident("routes/choose"),
    find: "if (!also) return places;",
    plant: "",
    tests,
  },
  {
    id: "N490",
    what: "an incident about a whole account goes to the channels of each of its deployments",
    file: incident("routes/choose"),
    find: "if (ofEverybody.has(cause.kind)) return [last];",
    plant: "",
    tests,
  },
  {
    id: "N491",
    what: "a route whose channels are off is left out where another one is on",
    file: incident("messages/receivers"),
    find: "chosen.some((one) => one.length === 0) || ",
    plant: "",
    tests,
  },
  {
    id: "N492",
    what: "a route to a channel for critical incidents hides the warnings",
    file: incident("messages/receivers"),
    find: " || !isTaken(found)",
    plant: "",
    tests,
  },
];
