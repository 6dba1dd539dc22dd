import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { command } from "../command.ts";
import { exit } from "../exit.ts";
import type { Column } from "../output/column.ts";

const kindOf = ({ own, changes }: WatchingRule): string => (own ? "own" : changes ? "changed" : "built-in");

const columns: readonly Column<WatchingRule>[] = [
  { name: "name", cell: ({ name }) => name },
  { name: "kind", cell: kindOf },
  { name: "severities", cell: ({ severities }) => severities.join(", ") },
  { name: "opened", header: "30 days", unit: "count", cell: ({ opened }) => opened },
  {
    name: "channels",
    header: "sent to",
    cell: ({ channels }) => channels.map(({ name }) => name).join(", ") || "nobody",
  },
  { name: "condition", cell: ({ condition }) => condition },
  { name: "id", cell: ({ id }) => id },
];

export const rules = command({
  name: "rules",
  summary: "List the rules that open incidents, your own first",
  most: 0,
  about: [
    "A rule is your own, built in, or built in and changed. The table has the severities of its incidents, how many opened in the last 30 days, and which channels get them. Then it has the condition.",
    "`shardwatch export rules` writes them as a file, and `shardwatch apply` changes them.",
  ],
  fields: [
    "id",
    "name",
    "condition",
    "severities",
    "opened",
    "channels",
    "changeable",
    "changes",
    "own",
  ] satisfies (keyof WatchingRule)[],
  examples: [
    { line: "shardwatch rules", does: "All rules." },
    { line: "shardwatch rules --columns name,condition", does: "When each opens an incident." },
    { line: "shardwatch rules --json name,changes", does: "What differs from the built-in rules." },
  ],
  async run({ api, output, say }) {
    const { rules: found, isPartial } = await api().get("/rules", { query: {} });
    await output.rows([found], { columns, objectOf: (rule: WatchingRule) => rule });
    if (isPartial && !output.isJson)
      say("More incidents opened than were counted: the numbers are at least these.");
    return exit.done;
  },
});
