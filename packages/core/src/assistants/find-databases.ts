import { findDatabases as schemas } from "../contract/assistants/lists.ts";
import type { Cell } from "../contract/assistants/parts.ts";
import { type DatabaseSort, databaseSortsByWord } from "../contract/deployment/database-sorts.ts";
import { joinedBy, joinedOf } from "../contract/filter/compile.ts";
import type { DatabaseFacts } from "../contract/filter/database-facts.ts";
import type { FieldName } from "../contract/filter/fields.ts";
import { databasesInOrder } from "../deployment/fleet/databases.ts";
import { joinedBySort } from "../deployment/fleet/order.ts";
import { joinsFor } from "../deployment/read/joins.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { wrongFields } from "../kit/problem.ts";
import { everyJoin } from "../outlook/joins.ts";
import { furtherColumns, readFilter, wordsOf } from "./ask.ts";
import { cellOf, subjectOfDatabase } from "./cells.ts";
import { isSilent, notesOf, ownIn } from "./listed.ts";
import { pageOf } from "./page.ts";
import { tool } from "./tool.ts";

/** Fields that every row has. */
const usual: readonly FieldName[] = ["memory", "maxmemory", "util", "policy", "version"];

/** Without the two that have another name in the filter. */
const sortNames = [...databaseSortsByWord.keys()]
  .filter((name) => name !== "utilization" && name !== "limit")
  .join(", ");

function readSort(name: string): DatabaseSort {
  const sort = databaseSortsByWord.get(name);
  if (sort === undefined) throw wrongFields([`sort: databases are sorted by ${sortNames}`]);
  return sort;
}

export const findDatabases = tool({
  name: "find_databases",
  title: "Find databases",
  description:
    "Finds single databases and stores of all deployments, with sums of their memory. Which stores that never evict keys are nearly full or over 90 % of their limit, which databases are the largest or answer the most commands, have no memory limit, or are not saved to disk. A cluster or subscription has several databases. Memory is in bytes.",
  ...schemas,
  async answer(ctx, { filter: text, sort: by, order, columns, limit, cursor }) {
    const filter = readFilter(text);
    const sort = readSort(by);
    const further = furtherColumns(usual, { filter, sort: by, columns });
    const joined = new Set([...joinedBy(filter), ...joinedBySort(sort), ...joinedOf(further)]);
    const { found, unsure, factsIn, ...sums } = await databasesInOrder(ctx, ownIn(ctx), {
      filter,
      sort,
      order,
      incidents: openTroubles,
      withTroubles: further.some((name) => ["severity", "incident", "cve"].includes(name)),
      joins: joinsFor(everyJoin, joined),
    });
    const shown = [...usual, ...further.filter((name) => name !== "status")];
    const { rows, extent } = pageOf(found, {
      asked: [text, by, order],
      limit,
      cursor,
      idOf: ({ id }) => id,
      rowOf: (database): Cell[] => {
        const facts: DatabaseFacts = factsIn(database);
        const { id, name, status } = facts.database;
        const { item } = database.deployment;
        const cells = shown.map((field) => cellOf(field, subjectOfDatabase(facts)));
        return [item.id, item.name, id, name ?? `db ${id}`, status, ...cells];
      },
    });
    const silent = found.filter(({ deployment }) => isSilent(deployment.facts)).length;
    return {
      structured: {
        as_of: new Date(ctx.clock.now()).toISOString(),
        ...extent,
        notes: notesOf(silent, "of silent deployments", unsure),
        sums: {
          deployments: sums.deployments,
          memory: sums.memoryUsed,
          maxmemory: sums.memoryLimit,
          unlimited: sums.unlimited,
        },
        data: {
          filter: wordsOf(filter),
          columns: ["deployment", "deployment_name", "id", "name", "status", ...shown],
          rows,
        },
      },
    };
  },
});
