import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { concernOfStatus, levelOfConcern } from "@shardwatch/core/contract/filter/severity";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { yesOrNo } from "@shardwatch/core/contract/filter/facts";
import { readBytes, utilization } from "@shardwatch/core/kit/bytes";
import type { Cell } from "@shardwatch/core/contract/csv/cell";
import { command } from "../command.ts";
import { deploymentFields } from "./deployment-fields.ts";
import { exit } from "../exit.ts";
import type { Column, Tone } from "../output/column.ts";
import type { Labelled } from "../output/output.ts";
import { idOf } from "./find.ts";

const toneOf = (status: string): Tone | undefined => {
  const level = levelOfConcern(concernOfStatus(status));
  return level === "ok" ? undefined : level;
};

const limitOf = (limit: string | null): Cell => (limit === "0" ? null : readBytes(limit));
const shards = (used: number, most: number): string => `${used} of ${most > 0 ? most : "any number"}`;

/** What is said about a deployment as a whole. What does not concern it is left out. */
function factsOf(deployment: Deployment): Labelled[] {
  const { status, statusMessage, license, feeds, gaps, cloudSubscription } = deployment;
  const some = (label: string, value: Cell, unit?: Labelled["unit"]): Labelled[] =>
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
    ...feeds.map(({ name, failure }): Labelled => ({
      label: fields.via.label,
      value: failure ? `${name} (${failure.reason})` : name,
      tone: failure ? "warning" : undefined,
    })),
    ...gaps.map((gap): Labelled => ({ label: "Can't be read", value: gap, tone: "warning" })),
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
  about: [
    "A file has the databases, and so has a table with `--columns`. JSON has all of the deployment, as one object.",
  ],
  options: {},
  fields: [
    ...deploymentFields,
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
    const printed = { columns, objectOf: (database: Database) => database };
    if (output.isJson) await output.object(deployment);
    else if (output.wanted.form === "csv" || output.wanted.columns)
      await output.rows([deployment.databases], printed);
    else if (output.isDrawn)
      await output.text(
        `${output.facts(factsOf(deployment))}\n${output.table(deployment.databases, columns)}`,
      );
    else {
      machine.stdout.write(`${output.facts(factsOf(deployment))}\n`);
      await output.rows([deployment.databases], printed);
    }
    return exit.done;
  },
});
