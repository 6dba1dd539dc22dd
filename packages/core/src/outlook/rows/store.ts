import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { requireActive } from "../../organization/organization.ts";
import { tryWrite } from "../../table/errors.ts";
import type { Key } from "../../table/keys.ts";
import type { Row, StoredRow } from "../../table/row.ts";
import { outlookKind } from "./outlook.table.ts";

/**
 * Stores a part, unless the same is stored. A row that exists is replaced alone: that costs half of what it does in a
 * transaction. A new one is stored only while the organization exists.
 * @param before the row that was read; undefined for none
 */
export async function storeOutlook(
  { table }: Services,
  organization: OrganizationId,
  row: Key & Row,
  before: StoredRow | undefined,
): Promise<void> {
  if (before && isSame(row, before)) return;
  if (before && (await tryWrite(table.put(row, [{ exists: true }])))) return;
  await tryWrite(table.transact([{ put: row }, requireActive(organization)]));
}

function isSame(row: Row, other: Row): boolean {
  const [one, two] = [outlookKind.read(row), outlookKind.read(other)];
  return one.dayNumber === two.dayNumber && Buffer.compare(one.payload, two.payload) === 0;
}
