import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { second } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import { dropLease, endLease, type IntegrationUpdate, noteInLease, takeLease } from "./lease.table.ts";
import type { IntegrationKind } from "./kind.ts";
import { type NoteProgress, writeProgress } from "./progress.ts";
import type { IntegrationRow } from "./row.ts";
import { find } from "./rows.ts";

/** Longer than a worker lives. */
const leaseTime = 90 * second;

/** A row that no other worker reads until the lease expires. */
export interface Leased<R> {
  row: R;
  /** Shows how far the reading is. A failure is not thrown: the outcome counts. */
  note: NoteProgress;
  /** Stores the outcome and returns the lease. If the credentials have changed, it only returns the lease. */
  end: (outcome: Partial<R>) => Promise<void>;
}

/** Takes the lease of an integration. Undefined when another worker has it, or the integration is gone. */
export async function lease<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
  id: string,
): Promise<Leased<R> | undefined> {
  const now = services.clock.now();
  const token = Buffer.from(services.random.bytes(12)).toString("base64url");
  const attempt = async ({ change, when }: IntegrationUpdate) =>
    await tryWrite(services.table.update(kind.key(organization, id), change, when));
  if (!(await attempt(takeLease(token, now + leaseTime, now)))) return undefined;
  // Read the row after taking the lease, to use credentials that were changed just before.
  const row = await find(services, kind, organization, id);
  if (!row) return undefined;
  const end = async (outcome: Partial<R>) => {
    if (!(await attempt(endLease(kind, row, token, outcome)))) await attempt(dropLease(token));
  };
  const note: NoteProgress = async (progress) => {
    try {
      await attempt(noteInLease(token, writeProgress(progress)));
    } catch (error) {
      services.log.warn("the progress of a reading was not stored", { integrationId: id, error });
    }
  };
  return { row, note, end };
}
