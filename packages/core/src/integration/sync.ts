import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import { Problem } from "../kit/problem.ts";
import { minute } from "../kit/time.ts";
import { disconnect } from "./disconnect.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { lease } from "./lease.ts";
import type { NoteProgress } from "./progress.ts";
import { find } from "./rows.ts";

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
