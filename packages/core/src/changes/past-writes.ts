import type { Write } from "../table/table.ts";
import type { FieldEntry } from "./field-entry.ts";
import { type Happening, recordChange } from "./record.ts";

/** A change of one deployment that happened long ago. */
export interface PastChange {
  happening: Happening;
  deployment: readonly [id: string, name: string];
  fields: FieldEntry[];
}

/**
 * The writes of a change that nobody noted when it happened. Writing it again changes nothing. It is for demo data.
 */
export const writesOfChange = ({ happening, deployment, fields }: PastChange): Write[] =>
  recordChange(happening, deployment, fields, { reader: "" }).writes;
