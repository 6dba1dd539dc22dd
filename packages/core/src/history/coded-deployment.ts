import type { SlotColumn } from "../contract/report/slot-columns.ts";
import type { ShortId } from "./deployment-bytes.ts";

/** A deployment as a trail holds it: with a short id, tags of its databases, and figures as 16-bit codes. */
export interface CodedDeployment {
  shortId: ShortId;
  /** As `codeOfStatus` returns it. */
  statusCode: number;
  /** Empty for a deployment whose only database has the id "0". */
  tags: readonly Buffer[];
  databases: number;
  columns: ReadonlyMap<SlotColumn, readonly number[]>;
}

/** A copy with other fields, also of one that reads its columns when they are asked for. */
export const changed = (
  { shortId, statusCode, tags, databases, columns }: CodedDeployment,
  changes: Partial<CodedDeployment>,
): CodedDeployment => ({ shortId, statusCode, tags, databases, columns, ...changes });
