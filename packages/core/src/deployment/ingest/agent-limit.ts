import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { Problem } from "../../kit/problem.ts";
import { hour } from "../../kit/time.ts";
import { instanceOfPulse, pulsesOfSource } from "../rows/deployment.keys.ts";
import { deletePulse } from "../rows/last-figures.ts";
import type { SourceInstance } from "../rows/observation.ts";
import { readPulses } from "../rows/pulse.table.ts";

/** How many agents may share one key. */
const mostInstances = 100;
/** After this silence, in milliseconds, an agent's pulses may be deleted at the limit. */
const forgottenAfter = hour;

/**
 * Admits an agent that has no pulse yet. An agent chooses its own id, so without a limit one key could fill
 * the table. At the limit, agents that have been silent for an hour lose their pulses. Throws tooMany when
 * there are none.
 */
export async function admitAgent(
  services: Services,
  organization: OrganizationId,
  source: SourceInstance,
): Promise<void> {
  const run = pulsesOfSource(organization, source.id);
  const known = await services.table.queryAll(run, { attributes: [] });
  const instances = new Set(known.map((pulse) => instanceOfPulse(pulse.sk)));
  if (instances.has(source.instance) || instances.size < mostInstances) return;
  const silent = services.clock.now() - forgottenAfter;
  const pulses = readPulses(await services.table.queryAll(run));
  const gone = pulses.filter((pulse) => pulse.receivedAt < silent);
  for (const pulse of gone) await deletePulse(services, organization, pulse);
  if (gone.length === 0)
    throw new Problem("tooMany", `At most ${mostInstances} agents can share one agent key.`, {
      code: "TOO_MANY_AGENTS",
      details: ["agent.id: must stay the same across restarts of an agent; use another key for more agents"],
      retryAfterSeconds: 600,
    });
}
