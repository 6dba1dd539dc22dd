import { findDeployments as schemas } from "../contract/assistants/lists.ts";
import type { Cell } from "../contract/assistants/parts.ts";
import { type FieldName, fields, isField } from "../contract/filter/fields.ts";
import { urgencyOf } from "../contract/filter/severity.ts";
import { furtherColumns, readField, readFilter, wordsOf } from "./ask.ts";
import { cellOf, subjectOf } from "./cells.ts";
import { isSilent, type Listed, listDeployments, notesOf } from "./listed.ts";
import { sortedBy } from "./order.ts";
import { pageOf } from "./page.ts";
import { tool } from "./tool.ts";

/** Fields that every row has. */
const usual: readonly FieldName[] = [
  "type",
  "source",
  "status",
  "severity",
  "fresh",
  "databases",
  "memory",
  "util",
  "version",
];

export const findDeployments = tool({
  name: "find_deployments",
  title: "Find deployments",
  description:
    "Finds deployments: servers, clusters and subscriptions of Redis or Valkey, by a filter and in an order, page by page. How many deployments there are, how much memory they use, which are called something, which are the fullest, silent (don't report), critical or degraded, have no TLS, run an old version, or lack a permission to be read. Memory is in bytes, util is percent of the limit, of the fullest database.",
  ...schemas,
  async answer(ctx, { filter: text, sort, order, columns, limit, cursor }) {
    const filter = readFilter(text);
    const by = sort === "name" ? sort : readField(sort, "sort");
    const further = furtherColumns(usual, { filter, sort, columns });
    const { found, unsure } = await listDeployments(ctx, filter, further);
    const all = sortedBy(
      found,
      (one) => sortValue(by, one),
      order,
      ({ item }) => item.id,
    );
    const shown = [...usual, ...further];
    const { rows, extent } = pageOf(all, {
      asked: [text, sort, order],
      limit,
      cursor,
      idOf: ({ item }) => item.id,
      rowOf: ({ item, facts }): Cell[] => [
        item.id,
        item.name,
        ...shown.map((name) => cellOf(name, subjectOf(facts, item))),
        item.lastUpdated,
      ],
    });
    return {
      structured: {
        as_of: new Date(ctx.clock.now()).toISOString(),
        ...extent,
        notes: notesOf(found.filter(({ facts }) => isSilent(facts)).length, "silent", unsure),
        data: { filter: wordsOf(filter), columns: ["id", "name", ...shown, "last_report"], rows },
      },
    };
  },
});

function sortValue(by: string, { item, facts }: Listed): string | number | undefined {
  if (by === "severity" || by === "status") return urgencyOf(facts);
  if (by === "version") return facts.version ?? undefined;
  if (by === "memory") return facts.memory ?? undefined;
  if (by === "maxmemory") return facts.memoryLimit ?? undefined;
  if (by === "runway") return fields.runway.fact(facts) ?? undefined;
  if (!isField(by)) return facts.name;
  const cell = cellOf(by, subjectOf(facts, item));
  return typeof cell === "boolean" || cell === null || cell === "none" ? undefined : cell;
}
