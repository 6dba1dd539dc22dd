import { readBytes } from "../../kit/bytes.ts";
import type { NamesOf } from "../catalogue/fact.ts";
import type { newestFacts } from "../catalogue/newest.ts";
import type { NewestFigures } from "../deployment/deployment.ts";
import type { Cell } from "./cell.ts";
import type { CsvColumns } from "./table.ts";

/** What a CSV file says about the newest five minutes of what a row is about. */
export function newestColumns<Row>(
  figuresOf: (row: Row) => NewestFigures | undefined,
): CsvColumns<Row, NamesOf<typeof newestFacts, "csv">> {
  const figure =
    (name: Exclude<keyof NewestFigures, "replicationLag">) =>
    (row: Row): Cell =>
      figuresOf(row)?.[name] ?? undefined;
  return {
    fiveMinutesUntil: figure("to"),
    opsPerSecond: figure("opsPerSecond"),
    clients: figure("clients"),
    lookupsPerSecond: figure("lookupsPerSecond"),
    hitRatioPercent: figure("hitRatio"),
    evictedPerSecond: figure("evictedPerSecond"),
    keys: figure("keys"),
    fragmentation: figure("fragmentation"),
    replicationLagBytes: (row) => readBytes(figuresOf(row)?.replicationLag ?? null),
    replicationSilenceSeconds: figure("replicationSilence"),
  };
}
