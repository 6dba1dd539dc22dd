import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { Problem } from "../../kit/problem.ts";
import { hour } from "../../kit/time.ts";
import { pulsesOfSource } from "../../table/keys.ts";
import { keepDeparted } from "../rows/departed.ts";
import type { SourceInstance } from "../rows/observation.ts";
import { instanceOfPulse, type PulseRow } from "../rows/pulse.table.ts";

/** How many agents may share one key, and after which silence one of them is forgotten to make room. */
const mostInstances = 100;
const forgottenAfter = hour;

/**
 * Lets a source write a pulse that it did not have before. An agent chooses its own id, so without a limit one
 * key could fill the table. Agents that are gone make room; throws tooMany when there is none.
 */
export async function admit(
  house: House,
  organization: OrganizationId,
  source: SourceInstance,
): Promise<void> {
  const run = pulsesOfSource(organization, source.id);
  const known = await house.table.queryAll<Pick<PulseRow, "sk" | "rx">>(run, { attributes: ["sk", "rx"] });
  const instances = new Set(known.map((pulse) => instanceOfPulse(pulse.sk)));
  if (instances.has(source.instance) || instances.size < mostInstances) return;
  const silent = house.clock.now() - forgottenAfter;
  const gone = (await house.table.queryAll<PulseRow>(run)).filter((pulse) => pulse.rx < silent);
  for (const pulse of gone) {
    await keepDeparted(house, organization, pulse, new Set());
    await house.table.remove(pulse);
  }
  if (gone.length === 0)
    throw new Problem("tooMany", `At most ${mostInstances} agents can share one API key.`, {
      code: "TOO_MANY_AGENTS",
      details: ["agent.id: must stay the same over restarts of one agent; use another key for more agents"],
      retryAfterSeconds: 600,
    });
}
