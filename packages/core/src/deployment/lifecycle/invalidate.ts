import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { tryWrite } from "../../table/errors.ts";
import type { Run } from "../../table/keys.ts";
import { sourceOfPulse } from "../rows/deployment.keys.ts";
import { invalidateUnreported } from "../rows/fleet.table.ts";
import { invalidatePulse, isInvalidated, pulseKind } from "../rows/pulse.table.ts";

/*
 * Work on many deployments of a source changes one deployment after the other. If each change also wrote the
 * pulse that holds it, concurrent changes would conflict. So the pulses are invalidated before the work, and
 * the list of all databases then reads the deployments themselves.
 */

const atOnce = 10;

/** Invalidates the pulses of some sources in a run. Safe to repeat. */
export async function invalidatePulsesOf(
  services: Services,
  run: Run,
  isAffected: (source: string) => boolean = () => true,
): Promise<void> {
  const { attributes, read } = pulseKind.part("fingerprint");
  const pulses = await services.table.queryAll(run, { attributes });
  const affected = pulses.filter(
    (pulse) => isAffected(sourceOfPulse(pulse.sk)) && !isInvalidated(read(pulse)),
  );
  await inBatches(affected, atOnce, async (pulse) => {
    const { update, change, when } = invalidatePulse(pulse, services.random);
    await tryWrite(services.table.update(update, change, when));
  });
}

/** Makes the list of all databases search again for deployments that no pulse holds. */
export async function searchFleetAgain(services: Services, organization: OrganizationId): Promise<void> {
  const { update, change } = invalidateUnreported(organization, services.random);
  // Without a row, it searches anyway.
  await tryWrite(services.table.update(update, change, [{ exists: true }]));
}
