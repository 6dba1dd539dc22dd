import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { asksFigures } from "../../contract/filter/compile.ts";
import { parseFilter } from "../../contract/filter/parse.ts";
import type { WatchedFleet } from "../../deployment/fleet/watch.ts";
import { figureReader } from "../../history/newest/figures.ts";
import { holdersOf } from "../../deployment/read/owners.ts";
import type { WatchedDeployment } from "./watched.ts";

/**
 * The deployments, with the newest five-minute figures of those that a built-in rule asks for, and of all where a
 * filter asks about them. An organization without either costs nothing more.
 * @param filters the texts of silences and of the organization's own rules
 * @param isJudged whether a built-in rule asks for the figures of a deployment
 */
export async function withFigures(
  services: Services,
  organization: OrganizationId,
  { deployments, owners }: WatchedFleet,
  filters: readonly string[],
  isJudged: (deployment: WatchedDeployment) => boolean = () => false,
): Promise<readonly WatchedDeployment[]> {
  const asked = asksForFigures(filters) ? deployments : deployments.filter(isJudged);
  if (asked.length === 0) return deployments;
  const figuresById = await figureReader(
    services,
    organization,
  )(holdersOf(owners())).catch((error: unknown) => {
    // The other rules are judged without them.
    services.log.warn("a pass goes without five-minute figures", { organizationId: organization, error });
    return undefined;
  });
  if (!figuresById) return deployments;
  const wanted = new Set(asked);
  return deployments.map((one) => {
    const figures = wanted.has(one) ? figuresById.get(one.id) : undefined;
    return figures
      ? { ...one, figures: figures.all(), facts: { ...one.facts, figures: figures.total() } }
      : one;
  });
}

/** Whether one of these texts asks for the newest five-minute figures. */
export const asksForFigures = (filters: readonly string[]): boolean =>
  filters.some((text) => asksFigures(parseFilter(new URLSearchParams(text), []).filter));
