import type { Fault } from "./fault.ts";

export const views: readonly Fault[] = [
  {
    id: "V11",
    what: "the names of views are written without looking whether they have changed",
    file: "packages/core/src/view/view.table.ts",
    find: "  when: viewNamesKind.equals({ names: before }),\n",
    plant: "",
    tests: ["tests/contract/views.test.ts"],
    title: "fifty views at most",
  },
  {
    id: "V12",
    what: "every member changes what others share",
    file: "packages/core/src/contract/view-rights.ts",
    find: "return createdBy === person.id ||",
    plant: "return true ||",
    tests: ["tests/contract/views-rights.test.ts"],
    title: "its creator, and admins",
  },
  {
    id: "V15",
    what: "a shared view searches for characters that nobody sees",
    file: "packages/core/src/view/canonical-filter.ts",
    find: "if (unseen) faults",
    plant: "if (unseen === null) faults",
    tests: ["tests/contract/views.test.ts"],
    title: "is refused with its fault",
  },
  {
    id: "V13",
    what: "the views of a deleted account stay",
    file: "packages/core/src/offboarding/account.ts",
    find: "  await forgetPersonal(ctx, id);\n",
    plant: "",
    tests: ["tests/faults/deletions.test.ts"],
    title: "Q21 of an account",
  },
  {
    id: "V14",
    what: "a view is shared with an organization that is being deleted",
    file: "packages/core/src/view/owner.ts",
    find: "requireActive(organization), ",
    plant: "",
    tests: ["tests/faults/views.test.ts"],
    title: "leaves nothing behind",
  },
];
