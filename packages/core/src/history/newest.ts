import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Agent } from "../deployment/read/whole-list.ts";
import { inBatches } from "../kit/in-batches.ts";
import { shortIdOf } from "./deployment-bytes.ts";
import { everyGroup, splitFor } from "./groups.ts";
import { slotAt } from "./slots.ts";
import { storedSplits } from "./stored-groups.ts";
import { trailsOfGroup } from "./trail.keys.ts";
import type { TrailDeployment } from "./trail-payload.ts";
import { readTrails, type Trail } from "./trail.table.ts";

/** How many agents are read concurrently. */
const atOnce = 25;
/** A deployment that was not part of the last report is still found in the one before. */
const newest = 2;
/** How old the newest slot of an agent may be: older ones say nothing about now. In slots. */
const oldest = 4;

/**
 * The newest five-minute values of what each agent owns, by deployment. One Query for 150 databases of an agent, half a
 * read unit each. When a deployment is missing, one more for each number of bits by which the trails are divided. Agents
 * that are silent, or send no slots, have none.
 */
export async function newestFigures(
  services: Services,
  organization: OrganizationId,
  agents: readonly Agent[],
): Promise<Map<string, TrailDeployment>> {
  const found = new Map<string, TrailDeployment>();
  await inBatches(agents, atOnce, async (agent) => {
    const ids = new Map([...agent.deployments].map((id) => [shortIdOf(id), id]));
    for (const { deployments } of await newestTrails(services, organization, agent))
      for (const deployment of deployments) {
        const id = ids.get(deployment.shortId);
        if (id !== undefined) found.set(id, deployment);
      }
  });
  return found;
}

/**
 * The oldest first, so that a newer one counts. A report also divides what others own, so it may have divided its
 * deployments more often than the agent's own databases need. It is only asked when one of them is missing.
 */
async function newestTrails(
  services: Services,
  organization: OrganizationId,
  { owner, databases, deployments }: Agent,
): Promise<Trail[]> {
  const likely = splitFor(databases);
  const trails = await trailsOfSplit(services, organization, owner, likely);
  const missing = new Set([...deployments].map(shortIdOf));
  const note = () => {
    for (const trail of trails) for (const { shortId } of trail.deployments) missing.delete(shortId);
  };
  note();
  if (missing.size === 0) return trails;
  for (const split of await storedSplits(services, organization, owner)) {
    if (split === likely || missing.size === 0) continue;
    trails.push(...(await trailsOfSplit(services, organization, owner, split)));
    note();
  }
  return trails.toSorted((left, right) => left.slot - right.slot);
}

async function trailsOfSplit(
  { table, clock }: Services,
  organization: OrganizationId,
  owner: string,
  split: number,
): Promise<Trail[]> {
  const now = clock.now();
  const pages = await Promise.all(
    everyGroup(split).map((group) =>
      table.query(trailsOfGroup(organization, { owner, ...group }), {
        limit: newest,
        descending: true,
        eventually: true,
      }),
    ),
  );
  const trails = readTrails(
    pages.flatMap(({ rows }) => rows),
    now,
  );
  return trails
    .filter(({ slot }) => slot >= slotAt(now) - oldest)
    .toSorted((left, right) => left.slot - right.slot);
}
