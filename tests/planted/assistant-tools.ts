import type { Fault } from "./fault.ts";

const questions = (name: string) => [`tests/assistants/${name}.test.ts`];

/** What an assistant reads, and what it could be made to believe. */
export const toolsOfAssistants: readonly Fault[] = [
  {
    id: "N468",
    what: "an assistant gets texts of customers as they came",
    file: "packages/core/src/assistants/clean.ts",
    find: "{ data: shownTexts(data) }",
    plant: "{ data }",
    tests: questions("hostile"),
  },
  {
    id: "N469",
    what: "the cursor of an assistant holds what a customer wrote",
    file: "packages/core/src/assistants/page.ts",
    find: "digest(`${question} ${idOf(one)}`).slice(0, 12)",
    plant: "idOf(one)",
    tests: questions("large"),
  },
  {
    id: "N470",
    what: "an answer has rows without an end",
    file: "packages/core/src/assistants/page.ts",
    find: "if (length > this.#left) return false;",
    plant: "",
    tests: questions("large"),
  },
  {
    id: "N471",
    what: "the assistant of a super admin reads the history of any organization",
    file: "packages/core/src/assistants/history-of.ts",
    find: "const question = { organizationId: ownIn(ctx), ",
    plant: "const question = { ",
    tests: questions("rights"),
  },
  {
    id: "N472",
    what: "a failed answer quotes what the caller sent",
    file: "packages/core/src/assistants/ask.ts",
    find: "return `has a name that is not a field${guess(meant)}`;",
    plant: "return `has ${name} ${guess(meant)}`;",
    tests: ["packages/core/src/assistants/ask.test.ts"],
  },
];
