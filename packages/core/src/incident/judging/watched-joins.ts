import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { joinedBy } from "../../contract/filter/compile.ts";
import type { Joined } from "../../contract/filter/field.ts";
import { parseFilter } from "../../contract/filter/parse.ts";
import type { WatchedFleet } from "../../deployment/fleet/watch.ts";
import { holdersOf } from "../../deployment/read/owners.ts";
import { figureReader } from "../../history/newest/figures.ts";
import { outlooksOf } from "../../outlook/by-deployment.ts";
import { type StoredOutlooks, storedOutlooks } from "../../outlook/rows/stored.ts";
import type { WatchedDeployment } from "./watched.ts";

/** What the newest folded day says about an organization. */
export type ReadOutlooks = () => Promise<StoredOutlooks>;

/** One Query, at the first call; the next ones share it. */
export function outlooksOnce(services: Services, organization: OrganizationId): ReadOutlooks {
  let reading: Promise<StoredOutlooks> | undefined;
  return () => (reading ??= storedOutlooks(services, organization));
}

interface Asking {
  /** Whether a built-in rule asks for the five-minute figures of a deployment. */
  isJudged?: (deployment: WatchedDeployment) => boolean;
  /** Shared by all who need it. */
  outlooks?: ReadOutlooks;
}

/**
 * The deployments with what filters ask about that is joined. Five-minute figures are also those of the deployments that a
 * built-in rule asks for. An organization without either costs nothing more.
 * @param filters the texts of silences, of routes and of the organization's own rules
 */
export async function withJoined(
  services: Services,
  organization: OrganizationId,
  { deployments, owners, databases }: WatchedFleet,
  filters: readonly string[],
  { isJudged = () => false, outlooks = outlooksOnce(services, organization) }: Asking = {},
): Promise<readonly WatchedDeployment[]> {
  const asked = joinedByAny(filters);
  const measured = new Set(asked.has("figures") ? deployments : deployments.filter(isJudged));
  /** Other rules are judged without what fails. */
  const without = (what: string) => (error: unknown) => {
    services.log.warn(`a pass goes without ${what}`, { organizationId: organization, error });
    return undefined;
  };
  const [figuresById, outlookById] = await Promise.all([
    measured.size > 0
      ? figureReader(services, organization)(holdersOf(owners())).catch(without("five-minute figures"))
      : undefined,
    asked.has("outlook")
      ? outlooks()
          .then((stored) => outlooksOf(databases(), stored))
          .catch(without("the outlook"))
      : undefined,
  ]);
  if (!figuresById && !outlookById) return deployments;
  return deployments.map((one) => {
    const figures = measured.has(one) ? figuresById?.get(one.id) : undefined;
    const outlook = outlookById?.get(one.id);
    if (!figures && !outlook) return one;
    const facts = { ...one.facts, ...figures?.total(), ...outlook?.total() };
    return { ...one, facts, ...(figures && { figures: figures.all() }) };
  });
}

/** What one of these texts asks about that has to be joined. */
export const joinedByAny = (filters: readonly string[]): ReadonlySet<Joined> =>
  new Set(filters.flatMap((text) => [...joinedBy(parseFilter(new URLSearchParams(text), []).filter)]));
