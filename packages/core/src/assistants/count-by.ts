import { countBy as schemas } from "../contract/assistants/lists.ts";
import { joinedBy } from "../contract/filter/compile.ts";
import { type FieldName, fields } from "../contract/filter/fields.ts";
import { none, unknown } from "../contract/filter/value.ts";
import { databasesInOrder } from "../deployment/fleet/databases.ts";
import { joinsFor } from "../deployment/read/joins.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { wrongFields } from "../kit/problem.ts";
import { everyJoin } from "../outlook/joins.ts";
import { readField, readFilter, wordsOf } from "./ask.ts";
import { cellOf, type Subject, subjectOf, subjectOfDatabase } from "./cells.ts";
import { isSilent, listDeployments, notesOf, ownIn } from "./listed.ts";
import { sortedBy } from "./order.ts";
import { pageOf } from "./page.ts";
import { type AssistantContext, tool } from "./tool.ts";
import type { Filter } from "../contract/filter/filter.ts";

/** Fields of which each deployment has another value, or a number. */
const notCounted: readonly FieldName[] = ["id", "org"];
const isCounted = (name: FieldName): boolean =>
  !notCounted.includes(name) && (name === "version" || fields[name].compare({ from: 1 }) === undefined);

export const countBy = tool({
  name: "count_by",
  title: "Count by a field",
  description:
    "Counts how many deployments or databases have each value of a field: version, eviction policy, source, severity, status, type, engine, region, plan, persistence or TLS. A deployment with two values, such as regions, counts for each.",
  ...schemas,
  async answer(ctx, { field: name, of, filter: text, cursor }) {
    const filter = readFilter(text);
    const field = readField(name, "field");
    if (!isCounted(field))
      throw wrongFields([`field: has numbers, which can't be counted. Use a filter with a range`]);
    const read = of === "databases" ? subjectsOfDatabases : subjectsOfDeployments;
    const { subjects, unsure } = await read(ctx, filter);
    const counts = new Map<string, number>();
    for (const subject of subjects)
      for (const value of valuesOf(field, subject)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const all = sortedBy(
      [...counts],
      ([, count]) => count,
      "desc",
      ([value]) => value,
    );
    const { rows, extent } = pageOf(all, {
      asked: [name, of, text],
      limit: all.length,
      cursor,
      idOf: ([value]) => value,
      rowOf: ([value, count]) => [value, count],
    });
    const silent = subjects.filter(({ facts }) => isSilent(facts)).length;
    return {
      structured: {
        as_of: new Date(ctx.clock.now()).toISOString(),
        ...extent,
        total: subjects.length,
        notes: notesOf(silent, of === "databases" ? "of silent deployments" : "silent", unsure),
        data: { filter: wordsOf(filter), columns: ["value", "count"], rows },
      },
    };
  },
});

async function subjectsOfDeployments(ctx: AssistantContext, filter: Filter) {
  const { found, unsure } = await listDeployments(ctx, filter);
  return { subjects: found.map(({ item, facts }) => subjectOf(facts, item)), unsure };
}

async function subjectsOfDatabases(ctx: AssistantContext, filter: Filter) {
  const { found, unsure, factsIn } = await databasesInOrder(ctx, ownIn(ctx), {
    filter,
    sort: "name",
    order: "asc",
    incidents: openTroubles,
    withTroubles: true,
    joins: joinsFor(everyJoin, joinedBy(filter)),
  });
  return { subjects: found.map((database) => subjectOfDatabase(factsIn(database))), unsure };
}

/** The values of a field: several where something is in several regions. */
function valuesOf(field: FieldName, subject: Subject): string[] {
  const fact = fields[field].fact(subject.facts);
  if (fact === null) return [none];
  if (Array.isArray(fact) && field !== "via") return fact.map(String);
  return [String(cellOf(field, subject) ?? unknown)];
}
