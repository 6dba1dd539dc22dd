import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import { Problem } from "../kit/problem.ts";
import { minute, second } from "../kit/time.ts";
import { disconnect } from "./disconnect.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { find } from "./rows.ts";
import { tryWrite } from "../table/errors.ts";
import { dropLease, endLease, type IntegrationUpdate, noteInLease, takeLease } from "./lease.table.ts";
import { type NoteProgress, writeProgress } from "./progress.ts";

/** Longer than a worker lives. */
const leaseTime = 90 * second;

/** A row that no other worker reads until the lease expires. */
interface Leased<R> {
  row: R;
  /** Shows how far the reading is. A failure is not thrown: the outcome counts. */
  note: NoteProgress;
  /** Stores the outcome and returns the lease. If the credentials have changed, it only returns the lease. */
  end: (outcome: Partial<R>) => Promise<void>;
}

/** Takes the lease of an integration. Undefined when another worker has it, or the integration is gone. */
async function lease<R extends IntegrationRow>(
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

/**
 * How a kind of integration is read. It is separate from `IntegrationKind`, so that the API's bundle does not
 * include the readers.
 */
interface IntegrationReader<R extends IntegrationRow> {
  kind: IntegrationKind<R>;
  /**
   * Whether the account is due to be read. A message for a reading that nobody waits for can be old or doubled.
   * @param awaited whether a person waits for the reading
   */
  isDue: (row: R, now: number, awaited: boolean) => boolean;
  /**
   * Reads the account and stores its deployments. Returns the outcome of the reading, which the caller
   * stores.
   */
  read: (services: Services, organization: OrganizationId, row: R, note: NoteProgress) => Promise<Partial<R>>;
}

/** @param awaited whether a person waits for it: only then its progress is stored, for a write a step */
export type Sync = (
  services: Services,
  organizationId: string,
  id: string,
  awaited?: boolean,
) => Promise<void>;

/** A message that arrives this much too early was delivered twice, or waited while nothing was read. */
export const tolerance = 3 * minute;

const noteNothing: NoteProgress = () => Promise.resolve();

/**
 * The job that reads a connected account and updates its deployments. It stores the outcome with the
 * integration. It skips an integration that another worker reads, that is not due, or that no longer exists.
 * It finishes the deletion of an integration that is marked as deleted. It rejects only for defects, and
 * stores those too.
 */
export function syncOf<R extends IntegrationRow>({ kind, isDue, read }: IntegrationReader<R>): Sync {
  return async (services, organizationId, id, awaited = false) => {
    if (kind.isOn && !kind.isOn(services)) return;
    const organization = organizationOfJob(organizationId);
    const found = await find(services, kind, organization, id);
    if (!found) return;
    if (found.deletedAt !== undefined) return await disconnect(services, kind, organization, found);
    if (!isDue(found, services.clock.now(), awaited)) return;
    const leased = await lease(services, kind, organization, id);
    if (!leased) return;
    const about = { source: kind.source, integrationId: id };
    try {
      const outcome = await read(services, organization, leased.row, awaited ? leased.note : noteNothing);
      await leased.end(outcome);
      services.log.info("integration synced", { ...about, status: outcome.status });
    } catch (error) {
      const isKnown = error instanceof Problem;
      const lastError = isKnown ? error.message : "An unexpected error occurred on our side.";
      await leased.end(failure(services, lastError));
      if (!isKnown) throw error;
      services.log.warn("integration not synced", { ...about, error });
    }
  };
}

/** Every kind of integration has these attributes. */
function failure<R extends IntegrationRow>(services: Services, lastError: string): Partial<R> {
  return { status: "error", lastSyncAt: services.clock.now(), lastError } as Partial<R>;
}
