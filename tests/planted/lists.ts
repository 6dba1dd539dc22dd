import type { Fault } from "./fault.ts";

const pages = "packages/web/src/pages/deployments";

/** The list of deployments, in the browser and as the API answers it. */
export const lists: readonly Fault[] = [
  {
    id: "LI01",
    what: "the API forgets the incidents when it filters deployments",
    file: "packages/core/src/deployment/read/list.ts",
    find: "keep(page.items, filter, ctx.clock.now(), troubleOf)",
    plant: "keep(page.items, filter, ctx.clock.now(), troubleOf && undefined)",
    tests: [`${pages}/list-as-api.seeds.test.ts`],
  },
  {
    id: "LI02",
    what: "the list shows what a filter does not know about, and the API does not",
    file: `${pages}/view-index.ts`,
    find: "isWanted(index.factsOf(row)) === true",
    plant: "isWanted(index.factsOf(row)) !== false",
    tests: [`${pages}/list-as-api.test.ts`],
  },
  {
    id: "LI03",
    what: "the pages of the list leave rows out",
    file: "packages/web/src/lib/list/paging.ts",
    find: "shown * pageSize), page: shown",
    plant: "shown * pageSize - 1), page: shown",
    tests: [`${pages}/list-as-api.test.ts`],
  },
];
