import { text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { type Row, RowKind } from "../table/row.ts";

/** Who came by the first link of an installation. It belongs to no organization. */
export const firstPersonKey: Key = { pk: "PLATFORM", sk: "FIRSTPERSON" };

export const firstPersonKind = new RowKind("first person", 1, { emailHash: text() });

export const firstPersonRow = (emailHash: string) => ({
  ...firstPersonKey,
  ...firstPersonKind.write({ emailHash }),
});

export const firstPersonIn = (row: Row | undefined): string | undefined =>
  row && firstPersonKind.read(row).emailHash;
