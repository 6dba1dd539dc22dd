import { readBytes } from "../../kit/bytes.ts";
import { deploymentFacts } from "../catalogue/deployments.ts";
import type { Fact, NamesOf } from "../catalogue/fact.ts";
import type { DeploymentListItem } from "../deployment/deployment.ts";
import { type Facts, factsOf, type TroubleOf } from "../filter/facts.ts";
import { type FieldName, fields } from "../filter/fields.ts";
import type { Cell } from "./cell.ts";
import { fullFrom } from "./listed-outlook.ts";
import { newestColumns } from "./newest.ts";
import { type CsvColumns, csvWriter } from "./table.ts";

interface Row {
  item: DeploymentListItem;
  facts: Facts;
}

/** A figure of the licence: none without a licence. */
const licensed =
  (figure: (license: NonNullable<DeploymentListItem["license"]>) => Cell) =>
  ({ item: { license } }: Row): Cell =>
    license && figure(license);

/** A licence without a limit of its own for some shards has 0. */
const limit = (shards: number): Cell => (shards > 0 ? shards : null);

type DeploymentFacts = typeof deploymentFacts;

/** The facts whose cell is what the filter asks for, or a text of the item. */
type Plain = {
  [Key in keyof DeploymentFacts]: DeploymentFacts[Key] extends { filter: FieldName }
    ? Key
    : DeploymentListItem[Key & keyof DeploymentListItem] extends Cell
      ? Key & keyof DeploymentListItem
      : never;
}[keyof DeploymentFacts];
type OwnCell = NamesOf<Omit<DeploymentFacts, Plain>, "csv">;
type DeploymentColumn = NamesOf<DeploymentFacts, "csv">;

const own: CsvColumns<Row, OwnCell> & Partial<CsvColumns<Row, DeploymentColumn>> = {
  via: ({ item }) => item.via,
  memoryUsedBytes: ({ item }) => readBytes(item.memoryUsed),
  memoryLimitBytes: ({ item, facts }) => facts.memoryLimit && readBytes(item.memoryLimit),
  fullestDatabase: ({ item }) => item.fullest?.database,
  versionLowest: ({ item }) => item.facts?.versions?.[0],
  versionHighest: ({ item }) => item.facts?.versions?.[1],
  licenseExpires: licensed(({ expirationDate }) => expirationDate ?? undefined),
  ramShardsInUse: licensed(({ ramShardsInUse }) => ramShardsInUse),
  ramShardsLimit: licensed(({ ramShardsLimit }) => limit(ramShardsLimit)),
  flashShardsInUse: licensed(({ flashShardsInUse }) => flashShardsInUse),
  flashShardsLimit: licensed(({ flashShardsLimit }) => limit(flashShardsLimit)),
  shardsLimit: licensed(({ shardsLimit }) => limit(shardsLimit)),
  ...newestColumns(({ item }: Row) => item.figures),
  memoryFullFrom: ({ item }) => fullFrom(item.outlook),
};

function cellOf(key: string, filter: FieldName | undefined): (row: Row) => Cell {
  if (filter === undefined) return ({ item }) => (item[key as keyof typeof item] ?? undefined) as Cell;
  return ({ facts }) => {
    const fact = fields[filter].fact(facts);
    return typeof fact === "object" && fact ? fact.join(" ") : fact;
  };
}

/** What a CSV file says about a deployment. */
export const deploymentColumns = Object.fromEntries(
  Object.entries<Fact>(deploymentFacts).flatMap(([key, { csv, filter }]) =>
    csv === undefined ? [] : [[csv, own[csv as OwnCell] ?? cellOf(key, filter)]],
  ),
) as CsvColumns<Row, DeploymentColumn>;

const write = csvWriter(deploymentColumns);

/** The line of a deployment in a CSV file. */
export const deploymentLine = (
  item: DeploymentListItem,
  now: number,
  troubleOf: TroubleOf | undefined,
): string => write({ item, facts: factsOf(item, now, troubleOf) });
