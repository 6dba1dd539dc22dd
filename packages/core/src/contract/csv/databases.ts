import { readBytes } from "../../kit/bytes.ts";
import type { databaseFacts } from "../catalogue/databases.ts";
import type { NamesOf } from "../catalogue/fact.ts";
import type { DatabaseRow } from "../deployment/database.ts";
import { limitOf, yesOrNo } from "../filter/facts.ts";
import type { Cell } from "./cell.ts";
import { fullFrom } from "./listed-outlook.ts";
import { newestColumns } from "./newest.ts";
import { type CsvColumns, csvWriter } from "./table.ts";

/** A figure that depends on a memory limit: none without one. */
const limited = (row: DatabaseRow, figure: Cell): Cell => (limitOf(row.memoryLimit) === null ? null : figure);

/** What it says about the deployment of a database. */
type OfDeployment = "deploymentId" | "deploymentName" | "type" | "source" | "organizationId" | "lastUpdated";

/** What a CSV file says about a database. */
export const databaseColumns: CsvColumns<DatabaseRow, OfDeployment | NamesOf<typeof databaseFacts, "csv">> = {
  deploymentId: (row) => row.deploymentId,
  deploymentName: (row) => row.deploymentName,
  id: (row) => row.id,
  name: (row) => row.name ?? undefined,
  type: (row) => row.type,
  source: (row) => row.source,
  organizationId: (row) => row.organizationId,
  status: (row) => row.status,
  lastUpdated: (row) => row.lastUpdated,
  memoryUsedBytes: (row) => readBytes(row.memoryUsed),
  memoryLimitBytes: (row) => limited(row, readBytes(row.memoryLimit)),
  utilizationPercent: (row) => limited(row, row.utilization ?? undefined),
  evictionPolicy: (row) => row.evictionPolicy ?? undefined,
  engine: (row) => row.engine ?? undefined,
  version: (row) => row.version ?? undefined,
  tls: (row) => yesOrNo(row.tlsEnabled ?? undefined),
  nodeType: (row) => row.nodeType ?? undefined,
  region: (row) => row.region ?? undefined,
  ...newestColumns(({ figures }: DatabaseRow) => figures),
  persistence: (row) => row.persistence ?? undefined,
  memoryFullFrom: (row) => fullFrom(row.outlook),
};

/** The line of a database in a CSV file. */
export const databaseLine = csvWriter(databaseColumns);
