import { readBytes } from "../../kit/bytes.ts";
import type { DeploymentListItem } from "../deployment.ts";
import { type Facts, factsOf } from "../filter/facts.ts";
import { levelOf } from "../filter/severity.ts";
import type { Cell } from "./cell.ts";
import { type CsvColumns, csvWriter } from "./table.ts";

interface Row {
  item: DeploymentListItem;
  facts: Facts;
}

const list = (words: Facts["regions"]): Cell => words && words.join(" ");

/** A figure of the licence: none without a licence. */
const licensed =
  (figure: (license: NonNullable<DeploymentListItem["license"]>) => Cell) =>
  ({ item: { license } }: Row): Cell =>
    license && figure(license);

/** A licence without a limit of its own for some shards has 0. */
const limit = (shards: number): Cell => (shards > 0 ? shards : null);

/** What a CSV file says about a deployment. */
export const deploymentColumns: CsvColumns<Row> = {
  id: ({ item }) => item.id,
  name: ({ item }) => item.name,
  type: ({ item }) => item.type,
  source: ({ item }) => item.source,
  via: ({ item }) => item.via,
  organizationId: ({ item }) => item.organizationId,
  severity: ({ facts }) => levelOf(facts),
  status: ({ item }) => item.status,
  statusMessage: ({ item }) => item.statusMessage ?? undefined,
  statusSince: ({ item }) => item.statusSince,
  lastUpdated: ({ item }) => item.lastUpdated,
  databaseCount: ({ item }) => item.databaseCount,
  memoryUsedBytes: ({ item }) => readBytes(item.memoryUsed),
  memoryLimitBytes: ({ item, facts }) => facts.memoryLimit && readBytes(item.memoryLimit),
  utilizationPercent: ({ facts }) => facts.utilization,
  fullestDatabase: ({ item }) => item.fullest?.database,
  evictionPolicy: ({ facts }) => facts.policy,
  engine: ({ facts }) => list(facts.engines),
  versionLowest: ({ item }) => item.facts?.versions?.[0],
  versionHighest: ({ item }) => item.facts?.versions?.[1],
  tls: ({ facts }) => facts.tls,
  region: ({ facts }) => list(facts.regions),
  licenseExpires: licensed(({ expirationDate }) => expirationDate ?? undefined),
  licenseDaysLeft: ({ facts }) => facts.licenseDays,
  ramShardsInUse: licensed(({ ramShardsInUse }) => ramShardsInUse),
  ramShardsLimit: licensed(({ ramShardsLimit }) => limit(ramShardsLimit)),
  flashShardsInUse: licensed(({ flashShardsInUse }) => flashShardsInUse),
  flashShardsLimit: licensed(({ flashShardsLimit }) => limit(flashShardsLimit)),
  shardsLimit: licensed(({ shardsLimit }) => limit(shardsLimit)),
};

const write = csvWriter(deploymentColumns);

/** The line of a deployment in a CSV file. */
export const deploymentLine = (item: DeploymentListItem, now: number): string =>
  write({ item, facts: factsOf(item, now) });
