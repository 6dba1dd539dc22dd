import { databaseFacts } from "@shardwatch/core/contract/catalogue/databases";
import { deploymentFacts } from "@shardwatch/core/contract/catalogue/deployments";
import type { Fact } from "@shardwatch/core/contract/catalogue/fact";
import { databaseColumns as databaseCells } from "@shardwatch/core/contract/csv/databases";
import { deploymentColumns as deploymentCells } from "@shardwatch/core/contract/csv/deployments";
import type { CsvColumns } from "@shardwatch/core/contract/csv/table";
import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import type { Joined } from "@shardwatch/core/contract/filter/field";
import { concernOfStatus, levelOf, levelOfConcern } from "@shardwatch/core/contract/filter/severity";
import type { Column, Tone } from "../output/column.ts";

/** A deployment with what a filter can ask about it. */
export interface Listed {
  item: DeploymentListItem;
  facts: Facts;
}

const toneOf = (level: string): Tone | undefined =>
  level === "critical" || level === "warning" ? level : undefined;

/** What is above columns that no field of the filter asks for, where the name is too long. */
const headers: Readonly<Record<string, string>> = { lastUpdated: "updated", deploymentName: "deployment" };

/**
 * The columns of a CSV file as columns of a table. What is above one is the field of the filter that asks for it, so that a
 * person sees the word to filter by.
 */
function columnsOf<Row>(
  cells: CsvColumns<Row>,
  facts: Readonly<Record<string, Fact>>,
  tones: Readonly<Record<string, (row: Row) => Tone | undefined>>,
): readonly Column<Row>[] {
  const byName = new Map(Object.values(facts).map((fact) => [fact.csv, fact]));
  return Object.entries(cells).map(([name, cell]) => {
    const { filter, unit } = byName.get(name) ?? {};
    const [tone, header] = [tones[name], filter ?? headers[name]];
    return { name, ...(header !== undefined && { header }), unit, cell, ...(tone && { tone }) };
  });
}

export const deploymentColumns = columnsOf<Listed>(deploymentCells, deploymentFacts, {
  severity: ({ facts }) => toneOf(levelOf(facts)),
  status: ({ item }) => toneOf(levelOfConcern(concernOfStatus(item.status))),
});

export const usualDeploymentColumns = [
  "name",
  "severity",
  "status",
  "utilizationPercent",
  "memoryUsedBytes",
  "databaseCount",
  "versionLowest",
  "source",
  "lastUpdated",
  "id",
];

export const databaseColumns = columnsOf<DatabaseRow>(
  databaseCells,
  { ...databaseFacts, lastUpdated: deploymentFacts.lastUpdated },
  { status: ({ status }) => toneOf(levelOfConcern(concernOfStatus(status))) },
);

export const usualDatabaseColumns = [
  "deploymentName",
  "name",
  "status",
  "utilizationPercent",
  "memoryUsedBytes",
  "memoryLimitBytes",
  "version",
  "evictionPolicy",
  "tls",
  "deploymentId",
  "id",
];

/** What lists join to the facts of an age. */
const joinedByAge: Readonly<Record<string, Joined>> = { slot: "figures", day: "outlook" };

const joinedByColumn = new Map(
  Object.values<Fact>({ ...deploymentFacts, ...databaseFacts }).map(({ csv, age }) => [
    csv,
    joinedByAge[age ?? ""],
  ]),
);

/** The parameters of a list that ask for what these columns show, and only lists that are asked for it have. */
export const joinedFor = (columns: readonly Pick<Column<never>, "name">[]): Partial<Record<Joined, "1">> =>
  Object.fromEntries(
    columns.flatMap(({ name }) => {
      const joined = joinedByColumn.get(name);
      return joined ? [[joined, "1"]] : [];
    }),
  );
