import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.job.ts";
import type { OrganizationId } from "../access/scope.ts";
import { Problem } from "../kit/problem.ts";
import { disconnect } from "./disconnect.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { lease } from "./lease.ts";
import { find } from "./rows.ts";

/** How a kind of integration is read. It is apart from `IntegrationKind`, because the API does not carry the readers. */
export interface IntegrationReader<R extends IntegrationRow = IntegrationRow> {
  kind: IntegrationKind<R>;
  /** Whether it is time to read the account. Always, when left out. */
  isDue?: (row: R, now: number) => boolean;
  /** Reads the account and stores its deployments. Returns what is stored of the reading itself. */
  read: (services: Services, organization: OrganizationId, row: R) => Promise<Partial<R>>;
}

export type Sync = (services: Services, organizationId: string, id: string) => Promise<void>;

/**
 * The job that reads a connected account and updates its deployments. The outcome is stored with the integration. An
 * integration that another worker reads, that is not due or that is gone is left alone. The deletion of one that is marked
 * as deleted is finished. Rejects only for defects, which are stored too.
 */
export function syncOf<R extends IntegrationRow>({
  kind,
  isDue = () => true,
  read,
}: IntegrationReader<R>): Sync {
  return async (services, organizationId, id) => {
    if (kind.isOn && !kind.isOn(services)) return;
    const organization = organizationOfJob(organizationId);
    const found = await find(services, kind, organization, id);
    if (!found) return;
    if (found.deletedAt !== undefined) return await disconnect(services, kind, organization, found);
    if (!isDue(found, services.clock.now())) return;
    const leased = await lease(services, kind, organization, id);
    if (!leased) return;
    const about = { source: kind.source, integrationId: id };
    try {
      const outcome = await read(services, organization, leased.row);
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
