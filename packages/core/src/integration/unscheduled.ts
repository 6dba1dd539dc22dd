import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { tryWrite } from "../table/errors.ts";
import { unindexed } from "../table/unindexed.ts";
import type { IntegrationKind } from "./kind.ts";
import { type IntegrationRow, living } from "./row.ts";

/*
 * Integrations of demo data. The schedule does not find them, because no real account holds a demo fleet. The
 * seed provides the outcome of a reading.
 */

/** Connects an account without trying its credentials. */
export async function connectUnscheduled<R extends IntegrationRow>(
  services: Services,
  kind: Pick<IntegrationKind<R>, "put">,
  organization: OrganizationId,
  row: R,
): Promise<void> {
  await services.table.transact(unindexed(kind.put(organization, row)));
}

/** Stores the outcome of a reading. A deleted integration stays deleted. */
export async function noteReading<R extends IntegrationRow>(
  services: Services,
  kind: Pick<IntegrationKind<R>, "key" | "codec">,
  organization: OrganizationId,
  id: string,
  outcome: Partial<R>,
): Promise<void> {
  await tryWrite(
    services.table.update(kind.key(organization, id), { set: kind.codec.changes(outcome) }, living),
  );
}
