import { ownFactsOf } from "../contract/deployment/parts.ts";
import type { ReportedDeployment } from "../contract/report/report.ts";
import type { Observation } from "../deployment/rows/observation.ts";

/** A reported deployment as an observation. */
export function toObservation(id: string, reported: ReportedDeployment): Observation {
  const { name, type, status, statusMessage, databases, license } = reported;
  const { gaps, nodes, shards, commands, certificateEnd } = reported;
  return {
    id,
    name,
    type,
    status,
    statusMessage: statusMessage ?? null,
    databases,
    license: license ?? null,
    cloudSubscription: null,
    enterpriseAdminUrl: null,
    ...ownFactsOf(reported),
    gaps,
    nodes,
    shards,
    ...(certificateEnd !== undefined && { certificateEnd }),
    commands,
  };
}
