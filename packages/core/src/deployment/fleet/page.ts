import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { requireActive } from "../../organization/organization.ts";
import type { Key } from "../../table/keys.ts";
import type { RowOf } from "../../table/row.ts";
import { fleetPageKey, isPulseOf } from "../rows/deployment.keys.ts";
import type { SummaryRow } from "../rows/deployment.table.ts";
import { fleetPageKind } from "../rows/fleet.table.ts";
import { entriesOf, isInvalidated, type PulseRow } from "../rows/pulse.table.ts";
import type { StoredDeployment } from "./database.ts";
import { packDeployments, unpackDeployments } from "./pack.ts";
import { readDeployments } from "./stored.ts";
import { ConditionFailed } from "../../table/errors.ts";
import type { Write } from "../../table/table.ts";

/** A pulse as the list of databases reads it. */
export type FleetPulse = Key &
  Pick<PulseRow, "receivedAt" | "fingerprint" | "changedAt" | "entries" | "kind" | "agent" | "refused">;
type PageRow = RowOf<typeof fleetPageKind>;

/** Raised with every field that is added to pages, so that those of a former release are computed again. */
const layout = 5;

/** Names one state of the deployments of a pulse. */
export const stateOf = ({ fingerprint, changedAt }: FleetPulse): string =>
  `${fingerprint} ${changedAt ?? ""} ${layout}`;

/**
 * Whether a pulse belongs to a deployment's row: its source owns it, and none of the source's other pages has
 * written it since. Pages that are left from a longer report still hold deployments of newer pages.
 */
export function isWrittenBy(pulse: FleetPulse, row: Pick<SummaryRow, "owner" | "measuredAt">): boolean {
  return isPulseOf(pulse, row.owner) && row.measuredAt <= (pulse.changedAt ?? Infinity);
}

/** The deployments of a pulse: the stored ones, or those of their rows when they are out of date. */
export async function deploymentsIn(
  services: Services,
  organization: OrganizationId,
  pulse: FleetPulse,
  stored: PageRow | undefined,
): Promise<readonly StoredDeployment[]> {
  const state = stateOf(pulse);
  if (stored?.state === state) return unpackDeployments(stored.content);
  const entries = entriesOf(pulse);
  const rows = await readDeployments(services, organization, [...entries.keys()]);
  const own = [...rows].filter(([, row]) => isWrittenBy(pulse, row));
  const deployments = own.map(([id, { deployment }]): StoredDeployment => {
    // Figures that come with every report need not be stored.
    return entries.get(id) ? { ...deployment, last: [] } : deployment;
  });
  if (rows.size === entries.size && isLasting(pulse, deployments))
    await store(services, organization, pulse, { state, content: packDeployments(deployments) }, stored);
  return deployments;
}

/**
 * Whether a pulse keeps these deployments until its state changes. An invalidated pulse can lose deployments
 * while its state stays the same, but it never gets any. So only an empty one lasts. Before pulses had
 * `changedAt`, a fingerprint named the state only when the source owned and read all deployments of the page.
 */
function isLasting(pulse: FleetPulse, deployments: readonly StoredDeployment[]): boolean {
  if (isInvalidated(pulse)) return deployments.length === 0;
  if (pulse.changedAt !== undefined) return true;
  const isPlain = /^\S+$/.test(pulse.fingerprint);
  return isPlain && [...entriesOf(pulse).values()].every((figures) => figures !== undefined);
}

async function store(
  services: Services,
  organization: OrganizationId,
  pulse: FleetPulse,
  page: PageRow,
  before: PageRow | undefined,
): Promise<void> {
  await writeDerived(services, [
    {
      put: { ...fleetPageKey(organization, pulse), ...fleetPageKind.write(page) },
      when: before ? fleetPageKind.equals({ state: before.state }) : [{ exists: false }],
    },
    // Nothing is stored for an organization that is being deleted.
    requireActive(organization),
  ]);
}

/**
 * Writes derived rows. The caller has computed their content already, so a failure only means that the next
 * reading computes it again.
 */
export async function writeDerived(services: Services, writes: readonly Write[]): Promise<void> {
  if (services.settings.storesDerived === false) return;
  try {
    await services.table.transact(writes);
  } catch (error) {
    // Another reading has written the row, or the organization is gone.
    if (error instanceof ConditionFailed) return;
    services.log.warn("a row of the fleet was not stored", { error });
  }
}
