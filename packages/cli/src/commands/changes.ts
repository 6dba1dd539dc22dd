import { databaseFacts, partFacts } from "@shardwatch/core/contract/catalogue/databases";
import { deploymentFacts } from "@shardwatch/core/contract/catalogue/deployments";
import { type Fact, nameOf } from "@shardwatch/core/contract/catalogue/fact";
import type { Change, ChangedField, ChangeValue } from "@shardwatch/core/contract/history/changes";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { command } from "../command.ts";
import { durationIn } from "../duration.ts";
import { exit } from "../exit.ts";
import type { Column } from "../output/column.ts";
import { countIn } from "./count.ts";
import { idOf } from "./find.ts";
import { pagesOf } from "./pages.ts";

const largestPage = 200;
const usual = 50;

/** One field of a change, or what happened to a whole deployment. */
interface Row {
  change: Change;
  field: ChangedField | undefined;
}

const facts: Readonly<Record<string, Fact>> = { ...deploymentFacts, ...databaseFacts, ...partFacts };

/** A value before or after. What was not known is undefined. */
function valueOf(field: string, value: ChangeValue): string | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (facts[field]?.unit !== "bytes") return String(value);
  return value === "0" ? "none" : formatBytes(String(value));
}

const fieldOf = ({ field }: ChangedField): string => {
  const fact = facts[field];
  return fact ? (fact.change ?? nameOf(fact)) : field;
};

const columns: readonly Column<Row>[] = [
  { name: "time", unit: "time", cell: ({ change }) => change.until ?? change.at },
  { name: "deployment", cell: ({ change }) => change.deployments.map(({ name }) => name).join(", ") },
  { name: "part", cell: ({ field }) => (field?.element ? (field.element.name ?? field.element.id) : "") },
  { name: "what", cell: ({ change, field }) => (field ? fieldOf(field) : change.kind) },
  { name: "before", cell: ({ field }) => (field ? valueOf(field.field, field.from) : "") },
  { name: "after", cell: ({ field }) => (field ? valueOf(field.field, field.to) : "") },
  { name: "times", unit: "count", cell: ({ change }) => change.times },
  { name: "via", cell: ({ change }) => change.source && change.source.via },
  { name: "deploymentId", cell: ({ change }) => change.deployments.map(({ id }) => id).join(" ") },
];

/** A change as rows. What has no fields is one row. */
const rowsOf = (change: Change): Row[] =>
  change.kind === "changed" && change.fields.length > 0
    ? change.fields.map((field) => ({ change, field }))
    : [{ change, field: undefined }];

export const changes = command({
  name: "changes",
  summary: "List what changed about deployments, the newest first",
  words: "[id or exact name]",
  about: ["Figures such as memory never count as a change. Changes are kept for 400 days."],
  options: {
    field: { value: "name", help: "one field such as `databases.version`, or a kind such as `deleted`" },
    since: { value: "duration", help: "how far back: 24h, 7d" },
    limit: { value: "number", help: `how many at most; ${usual} without it` },
  },
  fields: [
    "id",
    "kind",
    "at",
    "until",
    "times",
    "deployments",
    "source",
    "fields",
    "more",
  ] satisfies (keyof Change)[],
  examples: [
    { line: "shardwatch changes --since 24h", does: "Since yesterday." },
    { line: "shardwatch changes orders --field databases.version", does: "When its version changed." },
  ],
  async run({ values, words, api, output, machine, say }) {
    const most = countIn("limit", values.limit) ?? usual;
    const from =
      values.since === undefined ? undefined : new Date(machine.now() - durationIn("since", values.since));
    const client = api();
    const deployment = words.length > 0 ? await idOf(client, words) : undefined;
    const question = {
      ...(values.field !== undefined && { field: values.field }),
      ...(from && { from: from.toISOString() }),
      ...(deployment !== undefined && { deployment }),
    };
    const pages = pagesOf(
      async (cursor, limit) => {
        const query = { ...question, limit: String(limit), ...(cursor && { cursor }) };
        const { changes: rows, nextCursor } = await client.get("/changes", { query });
        return { rows, nextCursor };
      },
      largestPage,
      most,
    );
    const count = output.isJson
      ? await output.rows(pages, { columns: [], objectOf: (change: Change) => change })
      : await output.rows(inRows(pages), {
          columns,
          usual: ["time", "deployment", "part", "what", "before", "after"],
          objectOf: ({ change }: Row) => change,
        });
    if (count === 0 && output.isDrawn) say("Nothing changed.");
    return exit.done;
  },
});

async function* inRows(pages: AsyncIterable<readonly Change[]>): AsyncGenerator<Row[]> {
  for await (const page of pages) yield page.flatMap(rowsOf);
}
