import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { concernOfStatus, levelOfConcern } from "@shardwatch/core/contract/filter/severity";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { yesOrNo } from "@shardwatch/core/contract/filter/facts";
import { readBytes, utilization } from "@shardwatch/core/kit/bytes";
import type { Cell } from "@shardwatch/core/contract/csv/cell";
import { command } from "../command.ts";
import { exit } from "../exit.ts";
import { type Column, textOf, type Tone } from "../output/column.ts";
import { idOf } from "./find.ts";

interface Fact {
  label: string;
  value: Cell;
  unit?: Column<unknown>["unit"];
  tone?: Tone | undefined;
}

const toneOf = (status: string): Tone | undefined => {
  const level = levelOfConcern(concernOfStatus(status));
  return level === "ok" ? undefined : level;
};

const limitOf = (limit: string | null): Cell => (limit === "0" ? null : readBytes(limit));
const shards = (used: number, most: number): string => `${used} of ${most > 0 ? most : "any number"}`;

/** What is said about a deployment as a whole. What does not concern it is left out. */
function factsOf(deployment: Deployment): Fact[] {
  const { status, statusMessage, license, feeds, gaps, cloudSubscription } = deployment;
  const some = (label: string, value: Cell, unit?: Fact["unit"]): Fact[] =>
    value === undefined || value === null ? [] : [{ label, value, unit }];
  return [
    { label: "Name", value: deployment.name },
    { label: fields.id.label, value: deployment.id },
    { label: fields.type.label, value: fields.type.show({ word: deployment.type }) },
    { label: fields.source.label, value: fields.source.show({ word: deployment.source }) },
    { label: fields.status.label, value: status, tone: toneOf(status) },
    ...some("Why", statusMessage),
    ...some("Since", deployment.statusSince, "time"),
    { label: "Last Updated", value: deployment.lastUpdated, unit: "time" },
    { label: fields.memory.label, value: readBytes(deployment.memoryUsed), unit: "bytes" },
    { label: fields.maxmemory.label, value: limitOf(deployment.memoryLimit), unit: "bytes" },
    ...some("Subscription", cloudSubscription?.subscriptionType),
    ...some("License ends", license?.expirationDate, "time"),
    ...(license
      ? [{ label: fields.ram.label, value: shards(license.ramShardsInUse, license.ramShardsLimit) }]
      : []),
    ...some("Certificate ends", deployment.certificateEnd, "time"),
    ...feeds.map(({ name, failure }): Fact => ({
      label: fields.via.label,
      value: failure ? `${name} (${failure.reason})` : name,
      tone: failure ? "warning" : undefined,
    })),
    ...gaps.map((gap): Fact => ({ label: "Can't be read", value: gap, tone: "warning" })),
  ];
}

const columns: readonly Column<Database>[] = [
  { name: "database", cell: ({ id, name }) => name ?? `db ${id}` },
  { name: "status", cell: ({ status }) => status, tone: ({ status }) => toneOf(status) },
  {
    name: "util",
    unit: "percent",
    cell: ({ memoryUsed, memoryLimit }) => {
      const percent = utilization(memoryUsed, memoryLimit);
      return memoryLimit === "0" ? null : percent === undefined ? undefined : Number(percent);
    },
  },
  { name: "memory", unit: "bytes", cell: ({ memoryUsed }) => readBytes(memoryUsed) },
  { name: "maxmemory", unit: "bytes", cell: ({ memoryLimit }) => limitOf(memoryLimit) },
  { name: "version", cell: ({ version }) => version ?? undefined },
  { name: "policy", cell: ({ evictionPolicy }) => evictionPolicy ?? undefined },
  { name: "tls", cell: ({ tlsEnabled }) => yesOrNo(tlsEnabled ?? undefined) },
  { name: "persistence", cell: ({ persistence }) => persistence ?? undefined },
  { name: "endpoint", cell: ({ endpoint }) => endpoint ?? undefined },
];

export const show = command({
  name: "show",
  summary: "Show one deployment with its databases",
  words: "<id or exact name>",
  about: ["A file or JSON has the databases with all their fields. For one deployment, JSON is an object."],
  options: {},
  fields: [
    "id",
    "organizationId",
    "name",
    "type",
    "source",
    "status",
    "statusMessage",
    "lastUpdated",
    "databaseCount",
    "memoryUsed",
    "memoryLimit",
    "cloudSubscription",
    "enterpriseAdminUrl",
    "statusSince",
    "via",
    "facts",
    "fullest",
    "evicted",
    "databases",
    "license",
    "feeds",
    "gaps",
    "nodes",
    "shards",
    "certificateEnd",
    "detailedHistory",
    "report",
  ] satisfies (keyof Deployment)[],
  examples: [
    { line: "shardwatch show orders", does: "The deployment of this name." },
    { line: "shardwatch show dep_7m1w2k9c4x8q5r3t6v0y --json databases", does: "Its databases as JSON." },
  ],
  async run({ words, api, output, machine }) {
    const client = api();
    const id = await idOf(client, words);
    const deployment = await client.get("/deployments/:id", { param: { id }, query: {} });
    const { databases } = deployment;
    if (output.isJson) await output.object(deployment);
    else if (!output.isDrawn || output.wanted.columns)
      await output.rows([databases], { columns, objectOf: (database: Database) => database });
    else await output.text(drawn(deployment));
    return exit.done;

    function drawn(of: Deployment): string {
      const facts = factsOf(of);
      const width = Math.max(...facts.map(({ label }) => label.length));
      const reader = { isPerson: true, now: machine.now() };
      const lines = facts.map(({ label, value, unit, tone }) => {
        const text = textOf({ name: label, unit, cell: () => value }, undefined, reader);
        return `${label.padEnd(width)}  ${tone ? output.paint(text, tone) : text}\n`;
      });
      return `${lines.join("")}\n${output.table(databases, columns)}`;
    }
  },
});
