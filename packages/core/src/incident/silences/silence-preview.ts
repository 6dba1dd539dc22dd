import type { ReaderContext } from "../../access/context.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import type { SilencePreview, SilenceScope } from "../../contract/incident/silence.ts";
import { watchFleet } from "../../deployment/fleet/watch.ts";
import { alertsOf } from "../rows/incident.keys.ts";
import { readAlerts } from "../rows/incident.table.ts";
import { resolveScope } from "./silence-input.ts";
import { coversAll, filtersOf } from "./silence.ts";
import { organizationFor } from "./silences.ts";
import { testOf, filterMatchOf } from "../judging/filter-match.ts";
import type { IncidentRecord } from "../rows/record.ts";
import { withJoined } from "../judging/watched-joins.ts";
import { toPatched } from "../rows/patched.table.ts";
import { type WatchedDeployment, withPatched } from "../judging/watched.ts";

/**
 * What a silence would cover now. Costs as much as the list of databases. Throws as `create` does, but asks for no
 * confirmation.
 */
export async function preview(
  ctx: ReaderContext,
  { scope: asked, organizationId }: { scope: SilenceScope; organizationId?: string | undefined },
): Promise<SilencePreview> {
  const organization = organizationFor(ctx, { organizationId });
  if (!organization) return { deployments: 0, unknown: 0, incidents: 0 };
  const reading = Promise.all([
    ctx.table.queryAll(alertsOf(organization)).then(readAlerts),
    watchFleet(ctx, organization),
  ]);
  const [alerts, fleet] = await withViewAudit(ctx, organization, reading);
  const { scope } = resolveScope(asked, alerts, true);
  const measured = await withJoined(ctx, organization, fleet, filtersOf([{ scope }]));
  const deployments = withPatched(measured, toPatched(alerts.patched));
  const matches = filterMatchOf(deployments);
  const open = alerts.open.map(({ record }) => record);
  return {
    ...countDeployments(scope, deployments, open),
    incidents: open.filter((record) => coversAll(scope, record, matches)).length,
  };
}

/** A rule watches every deployment. */
function countDeployments(
  scope: SilenceScope,
  deployments: readonly WatchedDeployment[],
  open: readonly IncidentRecord[],
): { deployments: number; unknown: number } {
  switch (scope.kind) {
    case "rule":
      return { deployments: deployments.length, unknown: 0 };
    case "incident": {
      const members = open.find(({ id }) => id === scope.incidentId)?.members ?? [];
      const ids = new Set(members.map(({ id }) => id));
      return { deployments: deployments.filter(({ id }) => ids.has(id)).length, unknown: 0 };
    }
    case "filter": {
      const answers = deployments.map(testOf(scope.filter));
      const count = (wanted: true | undefined) => answers.filter((answer) => answer === wanted).length;
      return { deployments: count(true), unknown: count(undefined) };
    }
  }
}
