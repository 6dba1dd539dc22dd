import { readBytes } from "../../kit/bytes.ts";
import type { MemoryOutlook } from "../outlook/outlook.ts";
import { type CsvColumns, csvWriter } from "./table.ts";

/** What a CSV file says about when the memory of a database is full. */
export const outlookColumns: CsvColumns<MemoryOutlook> = {
  deploymentId: (row) => row.deploymentId,
  deploymentName: (row) => row.deploymentName,
  id: (row) => row.database.id,
  name: (row) => row.database.name ?? undefined,
  type: (row) => row.type,
  source: (row) => row.source,
  organizationId: (row) => row.organizationId,
  say: (row) => row.say,
  earliest: (row) => row.earliest ?? undefined,
  likely: (row) => row.likely ?? undefined,
  latest: (row) => row.latest ?? undefined,
  memoryUsedBytes: (row) => readBytes(row.used),
  memoryLimitBytes: (row) => readBytes(row.limit),
  evictionPolicy: (row) => row.policy ?? undefined,
  expiringKeysPercent: (row) => row.share ?? undefined,
  growthDays: (row) => row.days ?? undefined,
  growthBytesPerDay: (row) => readBytes(row.perDay),
  trend: (row) => row.trend ?? undefined,
  level: (row) => row.level,
  whenFull: (row) => row.whenFull,
  stale: (row) => (row.isStale ? "yes" : "no"),
};

/** The line of a database in a CSV file. */
export const outlookLine = csvWriter(outlookColumns);
