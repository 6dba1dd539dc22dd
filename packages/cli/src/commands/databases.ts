import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import { databaseSortsByWord } from "@shardwatch/core/contract/deployment/database-sorts";
import { command } from "../command.ts";
import { exit } from "../exit.ts";
import { filterIn, lineOf } from "../filter.ts";
import { countIn } from "./count.ts";
import { databaseColumns, joinedFor, usualDatabaseColumns } from "./fact-columns.ts";
import { pagesOf } from "./pages.ts";

const largestPage = 100;
export const databases = command({
  name: "databases",
  summary: "List the databases of all deployments that a filter matches",
  words: "[filter…]",
  takesFilter: true,
  about: ["A field asks about the database where that has the fact, and otherwise about its deployment."],
  options: {
    sort: { value: "column", words: [...databaseSortsByWord.keys()], help: "by what; by name without it" },
    desc: { help: "the largest first" },
    limit: { value: "number", help: "how many at most" },
  },
  fields: [
    "id",
    "name",
    "status",
    "version",
    "memoryUsed",
    "memoryLimit",
    "tlsEnabled",
    "engine",
    "evictionPolicy",
    "nodeType",
    "region",
    "persistence",
    "utilization",
    "deploymentId",
    "deploymentName",
    "organizationId",
    "type",
    "source",
    "lastUpdated",
    "figures",
    "outlook",
  ] satisfies (keyof DatabaseRow)[],
  examples: [
    { line: "shardwatch databases 'util>90' --sort util --desc", does: "The fullest first." },
    { line: "shardwatch databases tls:no --json deploymentName,name", does: "Without TLS." },
  ],
  async run({ values, words, api, output, say }) {
    const filter = filterIn(words);
    const most = countIn("limit", values.limit);
    const printed = {
      columns: databaseColumns,
      usual: usualDatabaseColumns,
      objectOf: (row: DatabaseRow) => row,
    };
    const order = {
      sort: databaseSortsByWord.get(values.sort ?? "name") ?? "name",
      order: values.desc ? ("desc" as const) : ("asc" as const),
      ...joinedFor(output.columnsOf(printed)),
    };
    const client = api();
    const pages = pagesOf(
      async (cursor, limit) => {
        const query = { ...lineOf(filter), ...order, limit: String(limit), ...(cursor && { cursor }) };
        const { databases: rows, nextCursor } = await client.get("/databases", { query });
        return { rows, nextCursor };
      },
      largestPage,
      most,
    );
    const count = await output.rows(pages, printed);
    if (count === 0 && output.isDrawn) say("No database matches.");
    return exit.done;
  },
});
