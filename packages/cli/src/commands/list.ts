import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { command } from "../command.ts";
import { deploymentFields } from "./deployment-fields.ts";
import { exit } from "../exit.ts";
import { filterIn, lineOf } from "../filter.ts";
import { countIn } from "./count.ts";
import { deploymentColumns, joinedFor, type Listed, usualDeploymentColumns } from "./fact-columns.ts";
import { pagesOf } from "./pages.ts";
import { troublesIn } from "./troubles.ts";

const largestPage = 1_000;

export const list = command({
  name: "list",
  summary: "List the deployments that a filter matches",
  words: "[filter…]",
  takesFilter: true,
  about: [
    "The filter is that of the web application: words search the names, `field:value` asks about a field. Without one, all deployments are listed.",
    "What is above a column is the field that asks for it. A size or a time in a file or in JSON is exact. On a terminal, names are in order; elsewhere, each page is printed as it comes.",
  ],
  options: {
    limit: { value: "number", help: "how many at most" },
  },
  fields: [...deploymentFields, "figures", "outlook"] satisfies (keyof DeploymentListItem)[],
  examples: [
    { line: "shardwatch list", does: "All deployments." },
    { line: "shardwatch list 'util>90 policy:noeviction'", does: "Nearly full, and nothing is evicted." },
    {
      line: "shardwatch list status:stale --json name,via",
      does: "What is silent, and which source reported it.",
    },
    { line: "shardwatch list --columns name,version,cve", does: "Other columns." },
    { line: "shardwatch list --csv > fleet.csv", does: "All columns, for a spreadsheet." },
  ],
  async run({ values, words, api, output, machine, say }) {
    const filter = filterIn(words);
    const most = countIn("limit", values.limit);
    const printed = {
      columns: deploymentColumns,
      usual: usualDeploymentColumns,
      objectOf: ({ item }: Listed) => item,
    };
    const joined = joinedFor(output.columnsOf(printed));
    const client = api();
    // Incidents say how urgent a deployment is. They are no part of the API's own objects.
    const incidents = output.isJson ? undefined : client.get("/incidents", { query: { state: "open" } });
    // Where the list fails first, nobody waits for them.
    incidents?.catch(() => undefined);
    const pages = pagesOf(
      async (cursor, limit) => {
        const query = { ...lineOf(filter), ...joined, limit: String(limit), ...(cursor && { cursor }) };
        const { deployments, nextCursor } = await client.get("/deployments", { query });
        const troubleOf = incidents && troublesIn(await incidents);
        const now = machine.now();
        return {
          rows: deployments.map((item) => ({ item, facts: factsOf(item, now, troubleOf) })),
          nextCursor,
        };
      },
      largestPage,
      most,
    );
    const count = await output.rows(output.isDrawn ? byName(pages) : pages, printed);
    if (count === 0 && output.isDrawn)
      say(words.length === 0 ? "There is no deployment yet." : "No deployment matches the filter.");
    return exit.done;
  },
});

/** All rows in the order of their names: db2 is before db10. */
async function* byName(pages: AsyncIterable<readonly Listed[]>): AsyncGenerator<Listed[]> {
  const rows: Listed[] = [];
  for await (const page of pages) rows.push(...page);
  const { compare } = new Intl.Collator("en", { numeric: true });
  yield rows.toSorted((one, other) => compare(one.item.name, other.item.name));
}
