import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import type { Incident, IncidentList } from "@shardwatch/core/contract/incident/incident";
import { type Trouble, withIncident } from "@shardwatch/core/contract/incident/trouble";
import { versionKeyOf } from "@shardwatch/core/contract/support/worst";

/** Ids of all that an open incident concerns. */
export const membersOf = ({ affected: { first, others = [] } }: Pick<Incident, "affected">): string[] => [
  ...first.map(({ id }) => id),
  ...others,
];

/** What the open incidents of an organization say about its deployments. */
export function troublesIn({ incidents, patched = [] }: IncidentList): TroubleOf {
  const troubles = new Map<string, Trouble>();
  for (const incident of incidents) {
    const { severity, title, acknowledged, silencedUntil } = incident;
    const open = { severity, title, acknowledged, since: Date.parse(incident.since) };
    for (const id of membersOf(incident))
      troubles.set(id, withIncident(troubles.get(id), { ...open, isSilenced: silencedUntil !== null }));
  }
  const versions = new Map(patched.map((one) => [versionKeyOf(one) ?? "", one.vulnerabilities]));
  return Object.assign<TroubleOf, object>(({ id }) => troubles.get(id) ?? null, {
    patchedIn: () => versions,
  });
}
