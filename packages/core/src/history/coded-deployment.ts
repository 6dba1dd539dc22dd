import type { SlotColumn } from "../contract/report/slot-columns.ts";
import type { ShortId } from "./deployment-bytes.ts";

/** A deployment as a trail holds it: it has a short id, and its databases have tags. */
export interface StoredDeployment<Columns> {
  shortId: ShortId;
  /** As `codeOfStatus` returns it. */
  statusCode: number;
  /** Empty for a deployment whose only database has the id "0". */
  tags: readonly Buffer[];
  databases: number;
  columns: Columns;
}

/** A deployment in a trail with its figures as 16-bit codes. */
export type CodedDeployment = StoredDeployment<ReadonlyMap<SlotColumn, readonly number[]>>;
