import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { requireActive } from "../../organization/organization.ts";
import { tryWrite } from "../../table/errors.ts";
import type { Key } from "../../table/keys.ts";
import type { Row } from "../../table/row.ts";

/**
 * Stores a part. A row that exists is replaced alone: that costs half of what it does in a transaction. A new one is
 * stored only while the organization exists.
 * @param exists whether the row was there a moment ago
 */
export async function storeOutlook(
  { table }: Services,
  organization: OrganizationId,
  row: Key & Row,
  exists: boolean,
): Promise<void> {
  if (exists && (await tryWrite(table.put(row, [{ exists: true }])))) return;
  await tryWrite(table.transact([{ put: row }, requireActive(organization)]));
}
